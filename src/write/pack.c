/* SPDX-License-Identifier: Apache-2.0
 *
 * Pack: prediction, the order of single numbers, deflating.
 */
#include "write/pack.h"
#include "base/arena.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

float trm_pack_single(double value) {
  if (value > (double)FLT_MAX) return INFINITY;
  if (value < -(double)FLT_MAX) return -INFINITY;
  return (float)value;
}

/* the polynomial through the values before number i, at i; zero where that is no number */
static float predict(const float *v, size_t i, int order) {
  size_t before = i < (size_t)order ? i : (size_t)order;
  double p = 0;
  switch (before) {
  case 1: p = (double)v[i - 1]; break;
  case 2: p = 2 * (double)v[i - 1] - (double)v[i - 2]; break;
  case 3: p = 3 * ((double)v[i - 1] - (double)v[i - 2]) + (double)v[i - 3]; break;
  case 4:
    p = 4 * ((double)v[i - 1] + (double)v[i - 3]) - 6 * (double)v[i - 2] - (double)v[i - 4];
    break;
  default: break;
  }
  float single = trm_pack_single(p);
  return isfinite(single) ? single : 0;
}

/* the place of a number among all single numbers, and back */
static uint32_t rank_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static float of_rank(uint32_t rank) {
  uint32_t bits = rank & 0x80000000u ? rank & 0x7fffffffu : ~rank;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* small numbers of either sign as small numbers */
static uint32_t fold(uint32_t difference) {
  return difference << 1 ^ (difference & 0x80000000u ? 0xffffffffu : 0);
}

static uint32_t unfold(uint32_t folded) {
  return folded >> 1 ^ (folded & 1 ? 0xffffffffu : 0);
}

/* about how many bits a column takes */
static double cost(const float *values, size_t count, int order) {
  double bits = 0;
  for (size_t i = 0; i < count; i++)
    bits += log2(1 + (double)fold(rank_of(values[i]) - rank_of(predict(values, i, order))));
  return bits;
}

int trm_pack_column(const float *values, size_t count, unsigned char *bytes) {
  int best = 0;
  double least = HUGE_VAL;
  /* a part of a long column tells its order */
  size_t looked = count < 2000 ? count : 2000;
  const float *part = values + (count - looked) / 2;
  for (int order = 0; order <= TRM_PACK_ORDER; order++) {
    double bits = cost(part, looked, order);
    if (bits < least) least = bits, best = order;
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t word = fold(rank_of(values[i]) - rank_of(predict(values, i, best)));
    for (size_t k = 0; k < 4; k++) bytes[k * count + i] = (unsigned char)(word >> 8 * k);
  }
  return best;
}

void trm_unpack_column(const unsigned char *bytes, size_t count, int order, float *values) {
  for (size_t i = 0; i < count; i++) {
    uint32_t word = 0;
    for (size_t k = 0; k < 4; k++) word |= (uint32_t)bytes[k * count + i] << 8 * k;
    values[i] = of_rank(unfold(word) + rank_of(predict(values, i, order)));
  }
}

size_t trm_pack_room(size_t length) {
  return compressBound((uLong)length) + 64;
}

void trm_pack_deflate(const unsigned char *bytes, size_t length, unsigned char *work, size_t room,
                      TrmText *out) {
  z_stream z = {0};
  if (deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) trm_guard_leave();
  z.next_in = (z_const Bytef *)(uintptr_t)bytes;
  z.avail_in = (uInt)length;
  z.next_out = work;
  z.avail_out = (uInt)room;
  deflate(&z, Z_FINISH);
  deflateEnd(&z);
  trm_text_base64(out, work, z.total_out);
}
