/* SPDX-License-Identifier: Apache-2.0
 *
 * Function: one entry of the function table. A function is its kernel: value, gradient, Hessian and
 * third derivatives with respect to its arguments, exact. From the descriptor come arity and
 * dimension checks, the Adams spelling, `describe` and the reference page. One file per family, one
 * line per file or entry in function/table.c.
 */
#ifndef TRM_EXPR_FUNCTION_H
#define TRM_EXPR_FUNCTION_H

#include <stddef.h>

enum { TRM_FUNCTION_ARGUMENTS = 32 }; /* the most arguments a call may have */

typedef struct TrmFunction TrmFunction;

/* What a kernel is asked for and where it writes. `hessian` is row-major n x n, symmetric. Third
 * derivatives are wanted along a direction d only: third[i] is the sum of f_ijk d_j d_k over j and
 * k. It holds NaN when the kernel is called, so that one that knows no third derivatives cannot
 * pass for one whose are zero. */
typedef struct TrmKernel {
  const double *x; /* arguments, n of them, in the model's units */
  size_t n;
  double angle;     /* radians per angle unit of the model, for trigonometric functions */
  const void *data; /* what prepare() returned, or the spline */
  double value;     /* out */
  double *gradient; /* out, n; NULL: not wanted */
  double *hessian;  /* out, n x n; NULL: not wanted */
  const double *d;  /* direction of `third`, n */
  double *third;    /* out, n; NULL: not wanted */
} TrmKernel;

/* How dimensions pass through a call */
typedef enum TrmDimensionRule {
  TRM_RULE_ANY,       /* arguments anything, result unknown */
  TRM_RULE_NUMBER,    /* arguments and result pure numbers */
  TRM_RULE_ANGLE_IN,  /* argument an angle, result a pure number: sin */
  TRM_RULE_ANGLE_OUT, /* argument a pure number, result an angle: asin */
  TRM_RULE_ATAN2,     /* two alike arguments, result an angle */
  TRM_RULE_SAME,      /* all arguments alike, result like them: abs, min, max, mod */
  TRM_RULE_ROOT,      /* sqrt: exponents halved */
  TRM_RULE_SIGN,      /* any argument, pure result */
  TRM_RULE_STEP       /* x, x0, h0, x1, h1: x alike, h alike, result like h */
} TrmDimensionRule;

/* What is known of the switching functions of a function */
typedef enum TrmPaced {
  TRM_PACED_NOT,
  TRM_PACED_EVENTS, /* they move no faster than the arguments together */
  TRM_PACED_LINEAR  /* and between their zeros the function is linear */
} TrmPaced;

struct TrmFunction {
  const char *name;     /* lower case; matched without regard to case */
  const char *aliases;  /* further names, "ln|alog"; NULL: none */
  const char *form;     /* how it is called: "step(x, x0, h0, x1, h1)" */
  const char *summary;  /* one line */
  const char *formula;  /* its definition, plain text */
  const char *example;  /* an expression of `time` that uses it */
  unsigned least, most; /* arguments; most 0: up to TRM_FUNCTION_ARGUMENTS */
  TrmDimensionRule rule;
  void (*kernel)(TrmKernel *k);
  /* Switching functions of its arguments, whose zeros are where a derivative jumps: writes up to 8
   * values to `out`, returns their number. NULL: smooth. */
  size_t (*events)(const double *x, size_t n, double *out);
  TrmPaced paced;
};

extern const TrmFunction *const trm_functions[]; /* NULL-terminated table */

/* The function called `name` (any case, aliases too), or NULL. */
const TrmFunction *trm_function_find(const char *name);

#endif
