/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums that become one operation: polynomials of one node up to the third degree, and a product
 * with two more terms. Parts that nothing else reads are left out of the program later.
 */
#include "expr/build.h"
#include <math.h>

/* c[0] + c[1] x + c[2] x^2 + c[3] x^3 of x = a + shift; `power` is the highest that occurs */
typedef struct Form {
  TrmNodeId a;
  double shift, c[4];
  int power;
} Form;

/* x as a + shift */
static Form base_of(const TrmBuilder *b, TrmNodeId x) {
  const TrmNode *n = &b->nodes[x];
  Form f = {.a = x};
  if (n->code == TRM_DO_AFFINE && n->k[0] == 1) f.a = n->a, f.shift = n->k[1];
  return f;
}

/* x^2, x^3, either with factor and offset, or a polynomial; power 0 when it is none of these */
static Form curved_form(const TrmBuilder *b, TrmNodeId x) {
  const TrmNode *n = &b->nodes[x], *p, *q;
  double factor = 1, offset = 0;
  Form f = {.a = x};
  if (n->code == TRM_DO_AFFINE) {
    factor = n->k[0], offset = n->k[1];
    n = &b->nodes[n->a];
  }
  if (n->code == TRM_DO_POLYNOMIAL) {
    f = (Form){n->a, n->k[4], {n->k[0], n->k[1], n->k[2], n->k[3]}, 3};
  } else if (n->code == TRM_DO_MULTIPLY && n->a == n->b) {
    f = base_of(b, n->a);
    f.c[2] = 1;
    f.power = 2;
  } else if (n->code == TRM_DO_MULTIPLY) {
    p = &b->nodes[n->a];
    q = &b->nodes[n->b];
    int first = q->code == TRM_DO_MULTIPLY && q->a == n->a && q->b == n->a;
    int second = p->code == TRM_DO_MULTIPLY && p->a == n->b && p->b == n->b;
    if (!first && !second) return f;
    f = base_of(b, first ? n->a : n->b);
    f.c[3] = 1;
    f.power = 3;
  }
  for (int i = 0; i < 4; i++) f.c[i] *= factor;
  f.c[0] += offset;
  return f;
}

/* x as c[0] + c[1] (a + shift) of the base of `with`; power 0 when it is not that */
static Form linear_form(const TrmBuilder *b, TrmNodeId x, const Form *with) {
  const TrmNode *n = &b->nodes[x], *base = &b->nodes[with->a];
  Form f = {.a = with->a, .shift = with->shift};
  double factor = 1, offset = 0;
  if (n->code == TRM_DO_AFFINE && with->shift == 0) {
    factor = n->k[0], offset = n->k[1];
    x = n->a;
  } else if (n->code == TRM_DO_AFFINE && n->k[0] == 1 && n->k[1] == with->shift) {
    x = n->a;
  } else if (with->shift != 0) {
    return f;
  }
  n = &b->nodes[x];
  /* times differ by their factors */
  if (n->code == TRM_DO_TIME && base->code == TRM_DO_TIME && with->shift == 0)
    factor *= n->k[0] / base->k[0];
  else if (x != with->a)
    return f;
  f.c[0] = offset;
  f.c[1] = factor;
  f.power = 1;
  return f;
}

TrmNodeId trm_build_polynomial(TrmBuilder *b, TrmNodeId x, double k, TrmNodeId y, double m) {
  if (b->failed) return 0;
  Form p = curved_form(b, x), q = curved_form(b, y);
  if (!p.power && !q.power) return 0;
  if (!p.power) p = linear_form(b, x, &q);
  if (!q.power) q = linear_form(b, y, &p);
  if (!p.power || !q.power || p.a != q.a || p.shift != q.shift) return 0;
  TrmNode node = {.code = TRM_DO_POLYNOMIAL, .a = p.a};
  for (int i = 0; i < 4; i++) {
    node.k[i] = k * p.c[i] + m * q.c[i];
    if (!isfinite(node.k[i])) return 0;
  }
  node.k[4] = p.shift;
  return trm_build_node(b, node);
}

/* x as k[0] a b + k[1] c; 0 when it is not that */
static int product_form(const TrmBuilder *b, TrmNodeId x, TrmNode *out) {
  const TrmNode *n = &b->nodes[x];
  TrmNodeId product = n->a, other = n->b;
  double k = 1, m = 1;
  if (n->code == TRM_DO_MULTIPLY_ADD) {
    *out = (TrmNode){.code = TRM_DO_PRODUCT_SUM, .a = n->a, .b = n->b, .c = n->c, .k = {1, 1}};
    return 1;
  }
  if (n->code == TRM_DO_COMBINE)
    k = n->k[0], m = n->k[1];
  else if (n->code == TRM_DO_SUBTRACT)
    m = -1;
  else
    return 0;
  if (b->nodes[product].code != TRM_DO_MULTIPLY) {
    double swap = k;
    product = n->b, other = n->a;
    k = m, m = swap;
  }
  const TrmNode *p = &b->nodes[product];
  if (p->code != TRM_DO_MULTIPLY) return 0;
  *out = (TrmNode){.code = TRM_DO_PRODUCT_SUM, .a = p->a, .b = p->b, .c = other, .k = {k, m}};
  return 1;
}

TrmNodeId trm_build_product_sum(TrmBuilder *b, TrmNodeId x, double k, TrmNodeId y, double m) {
  TrmNode node;
  if (b->failed) return 0;
  if (!product_form(b, x, &node)) {
    TrmNodeId other = x;
    double swap = k;
    x = y, y = other;
    k = m, m = swap;
    if (!product_form(b, x, &node)) return 0;
  }
  node.d = y;
  node.k[0] *= k;
  node.k[1] *= k;
  node.k[2] = m;
  return trm_build_node(b, node);
}
