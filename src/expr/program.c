/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program says about itself: columns, scratch memory, switching functions.
 */
#include "expr/program.h"
#include "expr/program_data.h"

const TrmColumn *trm_program_columns(const TrmProgram *program, size_t *count) {
  *count = program->column_count;
  return program->columns;
}

size_t trm_program_scratch(const TrmProgram *program) {
  /* values, adjoints, and the first and second tangents of both; kernel gradients and Hessians;
     adjoints are cleared by fours */
  return 6 * program->slot_count + program->gradient_count + program->hessian_count + 3;
}

int trm_program_is_constant(const TrmProgram *program) {
  return program->column_count == 0;
}

int trm_program_dimension(const TrmProgram *program, TrmDimension *dimension, const char **unit) {
  *dimension = program->dimension;
  *unit = program->per;
  return program->has_dimension;
}

size_t trm_program_events(const TrmProgram *program) {
  return program->event_total;
}

size_t trm_call_events(const TrmCall *call, const double *x, double *out) {
  if (call->function && call->function->events) return call->function->events(x, call->count, out);
  return call->events ? call->events(call->data, x, out) : 0;
}

/* the events of one call; a kernel that gives fewer than it announced leaves ones */
static void call_events(const TrmEvent *event, const double *scratch, double *values) {
  double x[TRM_FUNCTION_ARGUMENTS], out[8];
  const TrmCall *call = event->call;
  for (uint32_t i = 0; i < call->count; i++) x[i] = scratch[call->arguments[i]];
  size_t count = trm_call_events(call, x, out);
  for (uint32_t i = 0; i < event->count; i++) values[i] = i < count ? out[i] : 1;
}

void trm_program_event_values(const TrmProgram *program, const TrmSituation *at, double *scratch,
                              double *values) {
  trm_program_forward(program, at, scratch, program->all_count, 0);
  for (size_t i = 0; i < program->event_count; i++) {
    const TrmEvent *event = &program->events[i];
    if (event->call)
      call_events(event, scratch, values);
    else
      *values = scratch[event->slot];
    values += event->count;
  }
}
