/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program holds. An operation writes one scalar slot, or three for a vector; slots are
 * written once. The first slots are constants, copied in before every evaluation.
 *
 * Body fields are sums over one or two sides of +-(base + R c), where base is r, v, a or nothing:
 *   point c = s, direction s, velocity w x s, omega w, acceleration alpha x s + w x (w x s),
 *   alpha c = alpha. Each exists as a vector and as one component, both in ground axes.
 */
#ifndef TRM_EXPR_PROGRAM_DATA_H
#define TRM_EXPR_PROGRAM_DATA_H

#include "expr/function.h"
#include "expr/program.h"

typedef enum TrmOpCode {
  /* never executed: constants live in the pool, components are aliases of slots */
  TRM_DO_CONSTANT,
  TRM_DO_CONSTANT_VECTOR,
  TRM_DO_COMPONENT, /* component b of vector a */
  /* scalars */
  TRM_DO_TIME,     /* k[0] * time */
  TRM_DO_EXTERNAL, /* externals[a] */
  TRM_DO_ADD,
  TRM_DO_SUBTRACT,
  TRM_DO_MULTIPLY,
  TRM_DO_MULTIPLY_ADD, /* a b + c */
  TRM_DO_PRODUCT_SUM,  /* k[0] a b + k[1] c + k[2] d */
  TRM_DO_DIVIDE,
  TRM_DO_AFFINE,          /* k[0] a + k[1] */
  TRM_DO_SHIFT,           /* k[0] (a + k[1]) */
  TRM_DO_COMBINE,         /* k[0] a + k[1] b */
  TRM_DO_COMBINE_SHIFTED, /* k[0] (a + k[2]) + k[1] (b + k[3]) + k[4] */
  TRM_DO_POLYNOMIAL,      /* k[0] + k[1] x + k[2] x^2 + k[3] x^3, x = a + k[4] */
  TRM_DO_WHOLE_POWER,     /* a^k[0], k[0] whole and at most 32 in size */
  TRM_DO_FIXED_POWER,     /* a^k[0] */
  TRM_DO_POWER,           /* a^b */
  TRM_DO_ATAN2,           /* angle of (x = b, y = a), radians */
  TRM_DO_HYPOTENUSE,      /* sqrt(a^2 + b^2) */
  TRM_DO_SINE,            /* of radians */
  TRM_DO_COSINE,
  TRM_DO_EXPONENTIAL,
  TRM_DO_TANH,
  TRM_DO_STEP, /* step(a, k[0], k[1], k[2], k[3]), k[0] < k[2], k[4] = 1 / (k[2] - k[0]) */
  TRM_DO_CALL, /* kernel; a: number of the call */
  /* truth */
  TRM_DO_LESS,
  TRM_DO_LESS_EQUAL,
  TRM_DO_EQUAL,
  TRM_DO_AND,
  TRM_DO_OR,
  TRM_DO_NOT,
  TRM_DO_TURN,              /* full turns that bring the angle a next to externals[c], radians */
  TRM_DO_SELECT,            /* a != 0 ? b : c */
  TRM_DO_SELECT_LESS,       /* a < b ? c : d */
  TRM_DO_SELECT_LESS_EQUAL, /* a <= b ? c : d */
  /* vectors */
  TRM_DO_VECTOR_SUBTRACT,
  TRM_DO_CROSS,
  TRM_DO_DOT,
  TRM_DO_NORM,    /* and behind it a slot for 1 / norm */
  TRM_DO_PROJECT, /* a . b / c, c the norm of a */
  /* body fields; a: number of the pair */
  TRM_DO_AXES, /* u . w of directions on both sides, then three slots for u x w */
  TRM_DO_POINT,
  TRM_DO_DIRECTION,
  TRM_DO_VELOCITY,
  TRM_DO_OMEGA,
  TRM_DO_ACCELERATION,
  TRM_DO_ALPHA,
  /* the same in the same order, component c in ground axes */
  TRM_DO_POINT_1,
  TRM_DO_DIRECTION_1,
  TRM_DO_VELOCITY_1,
  TRM_DO_OMEGA_1,
  TRM_DO_ACCELERATION_1,
  TRM_DO_ALPHA_1,
  TRM_DO_COUNT
} TrmOpCode;

/* From a field's vector to its component. */
enum { TRM_DO_ONE = TRM_DO_POINT_1 - TRM_DO_POINT };

/* Operands a, b, c, d are slots unless said otherwise above. */
typedef struct TrmOp {
  uint32_t code, to, a, b, c;
  uint32_t d; /* of TIME and EXTERNAL the column */
  double k[5];
} TrmOp;

/* One side of a pair: a vector s on a body, and the first columns of dr, dv or da (by the field),
 * dtheta, dw and dalpha. */
typedef struct TrmSide {
  double sign;
  double s[3];
  uint32_t body;
  uint32_t centre; /* s is zero and the field has a base: only the base counts */
  uint32_t base, theta, omega, alpha;
} TrmSide;

typedef struct TrmPair {
  uint32_t count; /* sides */
  TrmSide side[2];
  double offset[3]; /* what ground contributes */
} TrmPair;

/* A call of a kernel: its arguments' slots, and where gradient and Hessian are kept in scratch. */
typedef struct TrmCall {
  void (*kernel)(TrmKernel *k);
  const TrmFunction *function; /* NULL for kernels outside the table */
  /* switching values of such a kernel, as TrmFunction.events; NULL: none */
  size_t (*events)(const void *data, const double *x, double *out);
  const void *data;
  size_t data_size; /* bytes of data that tell equal calls */
  double angle;
  uint32_t *arguments;
  uint32_t count, gradient, hessian;
} TrmCall;

/* A switching function: a slot, or all events of a call. */
typedef struct TrmEvent {
  uint32_t slot;
  const TrmCall *call; /* NULL: the slot */
  uint32_t count;
} TrmEvent;

struct TrmProgram {
  TrmOp *ops;
  size_t main_count; /* operations that the value needs */
  size_t all_count;  /* with those only events need */
  double *pool;
  size_t pool_count, slot_count;
  uint32_t result;
  TrmCall *calls;
  size_t call_count, gradient_count, hessian_count; /* doubles of all calls */
  TrmPair *pairs;
  size_t pair_count;
  TrmColumn *columns;
  size_t column_count;
  TrmEvent *events;
  size_t event_count, event_total;
  int narrow; /* one to three columns, none of a body: differentiated forward */
  int plain;  /* nothing but arithmetic and choices */
  int linear; /* a sum of components of fields, whose k[0] are then their adjoints */
  int has_dimension;
  TrmDimension dimension;
  const char *per; /* the unit that the whole is divided by; NULL: none */
};

/* Parts of the scratch memory. */
static inline double *trm_program_gradients(const TrmProgram *p, double *scratch) {
  return scratch + p->slot_count;
}
static inline double *trm_program_adjoints(const TrmProgram *p, double *scratch) {
  return scratch + p->slot_count + p->gradient_count;
}
static inline double *trm_program_second(const TrmProgram *p, double *scratch) {
  return scratch + 2 * p->slot_count + p->gradient_count;
}
static inline double *trm_program_hessians(const TrmProgram *p, double *scratch) {
  return trm_program_second(p, scratch) + 2 * p->slot_count;
}
static inline double *trm_program_third(const TrmProgram *p, double *scratch) {
  return trm_program_hessians(p, scratch) + p->hessian_count;
}

/* Switching values of a call at its arguments `x`: at most eight, their number. */
size_t trm_call_events(const TrmCall *call, const double *x, double *out);

/* Run a kernel on its slots; `want` as below. */
double trm_program_kernel(const TrmProgram *p, const TrmCall *call, double *scratch, int want);

/* Forward sweep over `count` operations; `want` 0 values, 1 kernel gradients, 2 Hessians too. */
void trm_program_forward(const TrmProgram *p, const TrmSituation *at, double *scratch, size_t count,
                         int want);

/* Value and gradient of a narrow program, both forward in one sweep. */
double trm_program_dual(const TrmProgram *p, const TrmSituation *at, double *scratch,
                        double *gradient);

/* See whether a program is linear; value and gradient of one that is. */
void trm_program_find_linear(TrmProgram *p);
double trm_program_linear(const TrmProgram *p, const TrmSituation *at, double *v, double *gradient);

/* Backward sweep: adjoints of all slots, gradient of all columns. */
void trm_program_reverse(const TrmProgram *p, const TrmSituation *at, double *scratch,
                         double *gradient);

#endif
