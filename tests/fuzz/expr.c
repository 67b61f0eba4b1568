/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as an expression: parsed, printed and parsed again, worked out as a constant, compiled
 * and evaluated with all derivatives. Whatever is refused must be refused with a message.
 */
#include "unit/expr_fixture.h"
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input {
  Fixture f;
  const char *text;
} Input;

static void print_again(Fixture *f, const TrmExpr *e) {
  TrmText first = {0}, second = {0};
  trm_expr_print(e, NULL, NULL, &first);
  TrmExpr *again = trm_expr_parse(f->arena, first.bytes, TRM_NOWHERE, NULL);
  if (again) trm_expr_print(again, NULL, NULL, &second);
  /* what was printed reads back as the same */
  if (!again || strcmp(first.bytes, second.bytes) != 0) abort();
  trm_text_clear(&first);
  trm_text_clear(&second);
}

static void evaluate(Fixture *f, const TrmProgram *p) {
  size_t n, events = trm_program_events(p);
  trm_program_columns(p, &n);
  double *scratch = fixture_scratch(f, p);
  double *gradient = trm_arena_array(f->arena, n + 1, sizeof(double));
  double *hessian = trm_arena_array(f->arena, n * n + 1, sizeof(double));
  double *values = trm_arena_array(f->arena, events + 1, sizeof(double));
  double value = trm_program_value(p, &f->at, scratch);
  double same = trm_program_gradient(p, &f->at, scratch, gradient);
  if (memcmp(&value, &same, sizeof value) != 0 && !(isnan(value) && isnan(same))) abort();
  trm_program_hessian(p, &f->at, scratch, gradient, hessian);
  trm_program_event_values(p, &f->at, scratch, values);
}

static void run(void *context) {
  Input *input = context;
  Fixture *f = &input->f;
  fixture_start(f);
  TrmResolver resolver = fixture_resolver(f);
  TrmConstants constants = {&f->units, NULL, NULL, NULL};
  TrmConstant constant;
  TrmDimension expected = TRM_FORCE;
  TrmExpr *e = trm_expr_parse(f->arena, input->text, TRM_NOWHERE, f->log);
  if (!e && trm_log_errors(f->log) == 0) abort();
  if (!e) return;
  print_again(f, e);
  trm_log_clear(f->log);
  if (!trm_expr_constant(e, &constants, TRM_NOWHERE, f->log, &constant) &&
      trm_log_errors(f->log) == 0)
    abort();
  trm_log_clear(f->log);
  TrmProgram *p = trm_program_compile(f->arena, e, TRM_NOWHERE, &resolver, 1, &expected, f->log);
  if (p) evaluate(f, p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char text[8192];
  static Input input;
  if (size >= sizeof text) return 0;
  memcpy(text, data, size);
  text[size] = 0;
  check_seed = 0x9E3779B97F4A7C15ull;
  input = (Input){.text = text};
  (void)trm_guard(run, &input);
  fixture_end(&input.f);
  return 0;
}
