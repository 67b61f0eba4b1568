/* SPDX-License-Identifier: Apache-2.0
 *
 * Pack: columns of numbers in few bytes, for the page. A column is kept in single precision. Each
 * value is predicted by the polynomial through the k before it, in double precision, and what is
 * kept is how many single numbers lie between; the bytes of equal weight of a column stand
 * together, so that what is smooth becomes zeros. Columns make blocks, which are deflated.
 */
#ifndef TRM_WRITE_PACK_H
#define TRM_WRITE_PACK_H

#include "base/text.h"
#include <stdint.h>

/* The most values before that predict one. */
enum { TRM_PACK_ORDER = 4 };

/* `value` in single precision; beyond its range infinite. */
float trm_pack_single(double value);

/* Write the 4 * count bytes of a column and return its order k, the one that makes them smallest.
 */
int trm_pack_column(const float *values, size_t count, unsigned char *bytes);

/* The values back from the bytes. */
void trm_unpack_column(const unsigned char *bytes, size_t count, int order, float *values);

/* Append a raw deflate stream of the bytes in base 64, with `room` bytes of work space (see
 * trm_pack_room); only inside a guard. */
void trm_pack_deflate(const unsigned char *bytes, size_t length, unsigned char *work, size_t room,
                      TrmText *out);
size_t trm_pack_room(size_t length);

#endif
