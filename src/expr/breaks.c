/* SPDX-License-Identifier: Apache-2.0
 *
 * Breaks: a program is followed as value and slope in time, as far as it is linear in time up to
 * its next break: sums, products with constants, choices, and calls that are linear between their
 * own switching functions. Zeros of lines are found at once; switching functions of calls, which
 * move no faster than their arguments, by strides of their distance from zero.
 */
#include "expr/breaks.h"
#include "expr/measure.h"
#include <float.h>
#include <math.h>

enum { MOST_STRIDES = 4000 };

/* a program and its next break */
typedef struct Source {
  const TrmProgram *program;
  double next;
} Source;

struct TrmBreaks {
  Source *list;
  size_t count;
  double until, pace, scale; /* times; the scale of what counts as none */
  double *scratch, *slope;   /* values, gradients and slopes; a slope that is NaN: not linear */
  size_t scratch_size, slope_size;
};

TrmBreaks *trm_breaks_new(TrmArena *arena, size_t count, double until) {
  TrmBreaks *b = trm_arena_alloc(arena, sizeof *b);
  b->list = trm_arena_array(arena, count + 1, sizeof *b->list);
  b->until = until > 0 ? until : HUGE_VAL;
  b->scale = until > 0 ? until : 1;
  b->pace = HUGE_VAL;
  return b;
}

double trm_breaks_margin(const TrmBreaks *b, double t) {
  return 32 * DBL_EPSILON * fabs(t) + 5e-15 * b->scale;
}

/* value and slope of a slot */
static void put(double *v, double *d, uint32_t to, double value, double slope) {
  v[to] = value;
  d[to] = slope;
}

static void call_line(const TrmProgram *p, const TrmOp *o, double *v, double *d) {
  const TrmCall *call = &p->calls[o->a];
  const TrmLookup *lookup = call->kernel == trm_lookup_kernel ? call->data : NULL;
  int linear = lookup
                   ? trm_spline_is_linear(lookup->spline) && lookup->order == 0 && call->count == 1
                   : call->function && call->function->paced == TRM_PACED_LINEAR;
  double slope = 0;
  v[o->to] = trm_program_kernel(p, call, v, linear);
  const double *gradient = trm_program_gradients(p, v) + call->gradient;
  for (uint32_t i = 0; i < call->count; i++) {
    double part = d[call->arguments[i]];
    if (part != 0) slope += linear ? part * gradient[i] : (double)NAN;
  }
  d[o->to] = slope;
}

/* one operation; what is not linear in time has no slope */
static void operation(const TrmProgram *p, const TrmOp *o, double t, double *v, double *d) {
  const double *k = o->k;
  uint32_t a = o->a, b = o->b, c = o->c, from;
  switch ((TrmOpCode)o->code) {
  case TRM_DO_TIME: put(v, d, o->to, k[0] * t, k[0]); break;
  case TRM_DO_ADD: put(v, d, o->to, v[a] + v[b], d[a] + d[b]); break;
  case TRM_DO_SUBTRACT: put(v, d, o->to, v[a] - v[b], d[a] - d[b]); break;
  case TRM_DO_AFFINE: put(v, d, o->to, k[0] * v[a] + k[1], k[0] * d[a]); break;
  case TRM_DO_SHIFT: put(v, d, o->to, k[0] * (v[a] + k[1]), k[0] * d[a]); break;
  case TRM_DO_COMBINE:
    put(v, d, o->to, k[0] * v[a] + k[1] * v[b], k[0] * d[a] + k[1] * d[b]);
    break;
  case TRM_DO_COMBINE_SHIFTED:
    put(v, d, o->to, k[0] * (v[a] + k[2]) + k[1] * (v[b] + k[3]) + k[4], k[0] * d[a] + k[1] * d[b]);
    break;
  case TRM_DO_MULTIPLY:
    put(v, d, o->to, v[a] * v[b], d[a] == 0 ? v[a] * d[b] : d[b] == 0 ? d[a] * v[b] : (double)NAN);
    break;
  case TRM_DO_MULTIPLY_ADD:
    put(v, d, o->to, v[a] * v[b] + v[c],
        d[c] + (d[a] == 0   ? v[a] * d[b]
                : d[b] == 0 ? d[a] * v[b]
                            : (double)NAN));
    break;
  case TRM_DO_LESS: put(v, d, o->to, v[a] < v[b], 0 * (d[a] + d[b])); break;
  case TRM_DO_LESS_EQUAL: put(v, d, o->to, v[a] <= v[b], 0 * (d[a] + d[b])); break;
  case TRM_DO_AND: put(v, d, o->to, v[a] != 0 && v[b] != 0, 0 * (d[a] + d[b])); break;
  case TRM_DO_OR: put(v, d, o->to, v[a] != 0 || v[b] != 0, 0 * (d[a] + d[b])); break;
  case TRM_DO_NOT: put(v, d, o->to, v[a] == 0, 0 * d[a]); break;
  case TRM_DO_SELECT:
    from = v[a] != 0 ? b : c;
    put(v, d, o->to, v[from], d[from] + 0 * d[a]);
    break;
  case TRM_DO_SELECT_LESS:
    from = v[a] < v[b] ? c : o->d;
    put(v, d, o->to, v[from], d[from] + 0 * (d[a] + d[b]));
    break;
  case TRM_DO_SELECT_LESS_EQUAL:
    from = v[a] <= v[b] ? c : o->d;
    put(v, d, o->to, v[from], d[from] + 0 * (d[a] + d[b]));
    break;
  case TRM_DO_CALL: call_line(p, o, v, d); break;
  default:
    /* vectors and norms have slots behind the first */
    for (uint32_t i = 0; i < 4 && o->to + i < p->slot_count; i++)
      put(v, d, o->to + i, (double)NAN, (double)NAN);
  }
}

/* values and slopes of all slots at t */
static void follow(TrmBreaks *b, const TrmProgram *p, double t) {
  for (size_t i = 0; i < p->pool_count; i++) put(b->scratch, b->slope, (uint32_t)i, p->pool[i], 0);
  for (size_t i = 0; i < p->all_count; i++) operation(p, &p->ops[i], t, b->scratch, b->slope);
}

/* size of switching value k of a call with arguments that move on by `ahead`, and their speed */
static double distance(const TrmBreaks *b, const TrmCall *call, size_t k, double ahead,
                       double *speed) {
  double x[TRM_FUNCTION_ARGUMENTS], out[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  *speed = 0;
  for (uint32_t i = 0; i < call->count; i++) {
    double slope = b->slope[call->arguments[i]];
    x[i] = b->scratch[call->arguments[i]] + slope * ahead;
    *speed += fabs(slope);
  }
  size_t count = trm_call_events(call, x, out);
  return k < count ? fabs(out[k]) : 1;
}

/* the first zero of switching value k of a call behind t, by strides */
static double call_break(const TrmBreaks *b, const TrmCall *call, size_t k, double t) {
  double ahead = 0, speed;
  if (call->function && !call->function->paced) return HUGE_VAL;
  for (int i = 0; i < MOST_STRIDES && t + ahead <= b->until; i++) {
    double far = distance(b, call, k, ahead, &speed);
    if (!(speed > 0) || isnan(far)) return HUGE_VAL;
    if (far / speed <= trm_breaks_margin(b, t + ahead) / 2) return t + ahead;
    ahead += far / speed;
  }
  return HUGE_VAL;
}

/* the next point of a spline of one curve behind t */
static double knot_break(const TrmBreaks *b, const TrmCall *call, double t) {
  const TrmLookup *lookup = call->data;
  double slope = b->slope[call->arguments[0]], x = b->scratch[call->arguments[0]];
  if (isnan(slope) || slope == 0) return HUGE_VAL;
  double next = trm_spline_next(lookup->spline, x, slope > 0 ? 1 : -1);
  return isinf(next) ? HUGE_VAL : t + (next - x) / slope;
}

/* the first break of a program behind t */
static double next_break(TrmBreaks *b, const TrmProgram *p, double t) {
  double next = HUGE_VAL, from = t + 2 * trm_breaks_margin(b, t);
  follow(b, p, from);
  for (size_t i = 0; i < p->event_count; i++) {
    const TrmEvent *event = &p->events[i];
    double slope = event->call ? 0 : b->slope[event->slot];
    if (slope != 0 && !isnan(slope)) {
      double ahead = -b->scratch[event->slot] / slope;
      if (ahead > 0) next = fmin(next, from + ahead);
    }
    for (size_t k = 0; event->call && k < event->count; k++)
      next = fmin(next, call_break(b, event->call, k, from));
  }
  for (size_t i = 0; i < p->all_count; i++)
    if (p->ops[i].code == TRM_DO_CALL && p->calls[p->ops[i].a].kernel == trm_lookup_kernel)
      next = fmin(next, knot_break(b, &p->calls[p->ops[i].a], from));
  return next;
}

/* a quarter of the period of the fastest sine of time */
static void find_pace(TrmBreaks *b, const TrmProgram *p) {
  follow(b, p, 0);
  for (size_t i = 0; i < p->all_count; i++) {
    const TrmOp *o = &p->ops[i];
    if (o->code != TRM_DO_SINE && o->code != TRM_DO_COSINE) continue;
    double slope = fabs(b->slope[o->a]);
    if (slope > 0) b->pace = fmin(b->pace, 1.57079632679489662 / slope);
  }
}

void trm_breaks_add(TrmBreaks *b, TrmArena *arena, const TrmProgram *p) {
  size_t scratch = trm_program_scratch(p) + 1, slope = p->slot_count + 1;
  if (scratch > b->scratch_size) {
    b->scratch = trm_arena_array(arena, scratch, sizeof *b->scratch);
    b->scratch_size = scratch;
  }
  if (slope > b->slope_size) {
    b->slope = trm_arena_array(arena, slope, sizeof *b->slope);
    b->slope_size = slope;
  }
  find_pace(b, p);
  int has = p->event_count > 0;
  for (size_t i = 0; i < p->call_count; i++) has |= p->calls[i].kernel == trm_lookup_kernel;
  if (has) b->list[b->count++] = (Source){p, -HUGE_VAL};
}

double trm_breaks_next(TrmBreaks *b, double t) {
  double next = HUGE_VAL;
  for (size_t i = 0; i < b->count; i++) {
    Source *source = &b->list[i];
    if (source->next <= t + trm_breaks_margin(b, t))
      source->next = next_break(b, source->program, t);
    next = fmin(next, source->next);
  }
  return next;
}

double trm_breaks_pace(const TrmBreaks *b) {
  return b->pace;
}

size_t trm_breaks_memory(const TrmBreaks *b) {
  return b->count;
}

void trm_breaks_save(const TrmBreaks *b, double *memory) {
  for (size_t i = 0; i < b->count; i++) memory[i] = b->list[i].next;
}

void trm_breaks_load(TrmBreaks *b, const double *memory) {
  for (size_t i = 0; i < b->count; i++) b->list[i].next = memory[i];
}
