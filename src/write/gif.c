/* SPDX-License-Identifier: Apache-2.0
 *
 * GIF: colours by cutting the box of all of them at its median, again and again (Heckbert 1982);
 * bytes by the dictionary of Lempel, Ziv and Welch (1984).
 */
#include "write/gif.h"
#include <string.h>

enum {
  COLOURS = 255, /* and one that lets the frame before through */
  CLEAR = 256,
  END = 257,
  CODES = 4096,
  LEVELS = 32, /* of each colour, five bits, in the table of nearest ones */
  SAMPLES = 60000
};

struct TrmGif {
  TrmArena *arena;
  TrmText *out;
  size_t width, height, colours;
  unsigned char palette[COLOURS][3];
  short *nearest;        /* of 32 x 32 x 32 colours; -1: not looked for yet */
  unsigned char *before; /* the palette's colours of the frame before */
  unsigned char *now;
  int begun;
  unsigned short *next; /* dictionary: code after a code and a byte */
};

typedef struct Box {
  unsigned char (*colours)[3];
  size_t count;
} Box;

/* order the colours of a box by one of their three values, by counting */
static void sort(const Box *box, int side, unsigned char (*work)[3]) {
  size_t first[257] = {0};
  for (size_t i = 0; i < box->count; i++) first[box->colours[i][side] + 1]++;
  for (int v = 0; v < 256; v++) first[v + 1] += first[v];
  for (size_t i = 0; i < box->count; i++)
    memcpy(work[first[box->colours[i][side]]++], box->colours[i], 3);
  memcpy(box->colours, work, box->count * sizeof *work);
}

/* the widest side of a box and how wide it is */
static int widest(const Box *box, int *side) {
  int most = -1;
  for (int k = 0; k < 3; k++) {
    int low = 255, high = 0;
    for (size_t i = 0; i < box->count; i++) {
      int v = box->colours[i][k];
      low = v < low ? v : low;
      high = v > high ? v : high;
    }
    if (high - low > most) most = high - low, *side = k;
  }
  return most;
}

/* cut boxes until there are enough; the middles are the colours */
static void find_palette(TrmGif *gif, Box all) {
  Box boxes[COLOURS] = {all};
  unsigned char(*work)[3] = trm_arena_array(gif->arena, all.count + 1, sizeof *work);
  gif->colours = all.count ? 1 : 0;
  while (gif->colours && gif->colours < COLOURS) {
    size_t chosen = 0;
    double most = 0;
    int side = 0, chosen_side = 0;
    for (size_t i = 0; i < gif->colours; i++) {
      double weight =
          widest(&boxes[i], &side) * (double)(boxes[i].count > 400 ? 400 : boxes[i].count);
      if (weight > most) most = weight, chosen = i, chosen_side = side;
    }
    if (!(most > 0)) break;
    Box *box = &boxes[chosen];
    sort(box, chosen_side, work);
    /* at the middle of the values, so that rare colours keep a box of their own */
    int low = box->colours[0][chosen_side], high = box->colours[box->count - 1][chosen_side];
    size_t half = 1;
    while (half + 1 < box->count && 2 * box->colours[half][chosen_side] <= low + high) half++;
    boxes[gif->colours++] = (Box){box->colours + half, box->count - half};
    box->count = half;
  }
  for (size_t i = 0; i < gif->colours; i++)
    for (int k = 0; k < 3; k++) {
      unsigned long sum = 0;
      for (size_t c = 0; c < boxes[i].count; c++) sum += boxes[i].colours[c][k];
      gif->palette[i][k] = (unsigned char)((sum + boxes[i].count / 2) / boxes[i].count);
    }
}

/* the number of the nearest colour */
static unsigned char nearest(TrmGif *gif, const unsigned char *c) {
  short *known = &gif->nearest[(c[0] >> 3) * LEVELS * LEVELS + (c[1] >> 3) * LEVELS + (c[2] >> 3)];
  if (*known >= 0) return (unsigned char)*known;
  long least = 1L << 30;
  for (size_t i = 0; i < gif->colours; i++) {
    long sum = 0;
    for (int k = 0; k < 3; k++) {
      long d = (c[k] & 0xF8) + 4 - gif->palette[i][k];
      sum += (k == 1 ? 4 : k == 0 ? 3 : 2) * d * d;
    }
    if (sum < least) least = sum, *known = (short)i;
  }
  return (unsigned char)*known;
}

static void add_short(TrmText *out, size_t value) {
  trm_text_char(out, (char)(value & 255));
  trm_text_char(out, (char)(value >> 8 & 255));
}

TrmGif *trm_gif_begin(const TrmImage *const *images, size_t count, TrmArena *arena, TrmText *out) {
  TrmGif *gif = trm_arena_alloc(arena, sizeof *gif);
  size_t pixels = images[0]->width * images[0]->height, all = pixels * count;
  size_t stride = 1 + all / SAMPLES;
  *gif = (TrmGif){.arena = arena, .out = out};
  gif->width = images[0]->width;
  gif->height = images[0]->height;
  gif->nearest = trm_arena_array(arena, LEVELS * LEVELS * LEVELS, sizeof *gif->nearest);
  memset(gif->nearest, 0xFF, LEVELS * LEVELS * LEVELS * sizeof *gif->nearest);
  gif->before = trm_arena_alloc(arena, pixels);
  gif->now = trm_arena_alloc(arena, pixels);
  gif->next = trm_arena_array(arena, CODES * 256, sizeof *gif->next);
  Box box = {trm_arena_array(arena, all / stride + 1, 3), 0};
  for (size_t i = 0; i < all; i += stride)
    memcpy(box.colours[box.count++], images[i / pixels]->pixels + 3 * (i % pixels), 3);
  find_palette(gif, box);
  /* header, size, a table of 256 colours, and that it plays for ever */
  trm_text_bytes(out, "GIF89a", 6);
  add_short(out, gif->width);
  add_short(out, gif->height);
  trm_text_bytes(out, "\xF7\0\0", 3);
  trm_text_bytes(out, (const char *)gif->palette, sizeof gif->palette);
  trm_text_bytes(out, "\0\0\0", 3);
  trm_text_bytes(out, "\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 19);
  return gif;
}

/* codes of nine to twelve bits, in blocks of at most 255 bytes */
typedef struct Packer {
  TrmText *out;
  unsigned long held;
  unsigned bits, size, length;
  char block[256];
} Packer;

static void put_byte(Packer *p, unsigned char byte) {
  p->block[1 + p->length++] = (char)byte;
  if (p->length < 255) return;
  p->block[0] = (char)255;
  trm_text_bytes(p->out, p->block, 256);
  p->length = 0;
}

static void put_code(Packer *p, unsigned code) {
  p->held |= (unsigned long)code << p->bits;
  for (p->bits += p->size; p->bits >= 8; p->bits -= 8) {
    put_byte(p, (unsigned char)(p->held & 255));
    p->held >>= 8;
  }
}

static void end_codes(Packer *p) {
  if (p->bits) put_byte(p, (unsigned char)(p->held & 255));
  p->block[0] = (char)p->length;
  if (p->length) trm_text_bytes(p->out, p->block, p->length + 1);
  trm_text_char(p->out, 0);
}

static void pack(TrmGif *gif, const unsigned char *bytes, size_t count) {
  Packer p = {.out = gif->out, .size = 9};
  unsigned used = END + 1, code = bytes[0];
  memset(gif->next, 0, CODES * 256 * sizeof *gif->next);
  put_code(&p, CLEAR);
  for (size_t i = 1; i < count; i++) {
    unsigned short *next = &gif->next[code * 256 + bytes[i]];
    if (*next) {
      code = *next;
      continue;
    }
    put_code(&p, code);
    code = bytes[i];
    if (used == CODES) {
      /* the dictionary is full: begin anew */
      put_code(&p, CLEAR);
      memset(gif->next, 0, CODES * 256 * sizeof *gif->next);
      used = END + 1;
      p.size = 9;
      continue;
    }
    *next = (unsigned short)used;
    if (used == 1u << p.size) p.size++;
    used++;
  }
  put_code(&p, code);
  put_code(&p, END);
  end_codes(&p);
}

void trm_gif_add(TrmGif *gif, const TrmImage *image, unsigned hundredths) {
  size_t w = gif->width, h = gif->height, x0 = w, x1 = 0, y0 = h, y1 = 0;
  for (size_t i = 0; i < w * h; i++) {
    gif->now[i] = nearest(gif, image->pixels + 3 * i);
    if (gif->begun && gif->now[i] == gif->before[i]) continue;
    size_t x = i % w, y = i / w;
    x0 = x < x0 ? x : x0;
    x1 = x + 1 > x1 ? x + 1 : x1;
    y0 = y < y0 ? y : y0;
    y1 = y + 1;
  }
  if (y1 == 0) x0 = y0 = 0, x1 = y1 = 1;
  /* what has not changed is let through; the frame before stays */
  trm_text_bytes(gif->out, "\x21\xF9\x04\x05", 4);
  add_short(gif->out, hundredths);
  trm_text_char(gif->out, (char)COLOURS);
  trm_text_bytes(gif->out, "\0\x2C", 2);
  add_short(gif->out, x0);
  add_short(gif->out, y0);
  add_short(gif->out, x1 - x0);
  add_short(gif->out, y1 - y0);
  trm_text_bytes(gif->out, "\0\x08", 2);
  unsigned char *bytes = gif->before;
  size_t count = 0;
  unsigned char *changed = gif->now;
  /* rows of the box, one after the other, in the memory of the frame before */
  static const unsigned char through = COLOURS;
  for (size_t y = y0; y < y1; y++)
    for (size_t x = x0; x < x1; x++) {
      size_t i = y * w + x;
      int same = gif->begun && changed[i] == gif->before[i];
      bytes[count++] = same ? through : changed[i];
    }
  pack(gif, bytes, count);
  memcpy(gif->before, gif->now, w * h);
  gif->begun = 1;
}

void trm_gif_end(TrmGif *gif) {
  trm_text_char(gif->out, '\x3B');
}
