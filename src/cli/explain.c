/* SPDX-License-Identifier: Apache-2.0
 *
 * explain: what a code in a message means and what to do about it.
 */
#include "cli/output.h"
#include "cli/table.h"
#include <ctype.h>
#include <string.h>

/* the code meant by what was typed ("E204", "e204", "204", "error[E204]") as listed, or NULL */
static const char *code_of(const char *word) {
  const char *open = strchr(word, '['), *code;
  if (open) word = open + 1;
  size_t length = strcspn(word, "]");
  for (size_t i = 0; (code = trm_code_at(i)); i++) {
    const char *tail = code + (isdigit((unsigned char)word[0]) ? 1 : 0);
    char typed[16];
    if (strlen(tail) != length || length >= sizeof typed) continue;
    memcpy(typed, word, length);
    typed[length] = 0;
    if (trm_same_word(tail, typed)) return code;
  }
  return NULL;
}

int trm_explain_code(const char *word, TrmText *out) {
  const char *code = code_of(word);
  if (!code) return 0;
  trm_text_printf(out, "%s: %s\n\n", code, trm_code_title(code));
  trm_output_wrap(out, 0, trm_code_explanation(code));
  return 1;
}

static void list_codes(TrmText *out) {
  const char *code;
  for (size_t i = 0; (code = trm_code_at(i)); i++)
    trm_output_row(out, code, 4, trm_code_title(code));
  trm_text_add(out, "\nMore on one: trammel explain E204\n");
}

static TrmStatus run(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  const char *word = trm_request_argument(request, 0);
  if (!word) {
    list_codes(out);
    return trm_output_write(NULL, out);
  }
  if (trm_explain_code(word, out)) return trm_output_write(NULL, out);
  TrmNearest nearest = trm_nearest(word);
  for (size_t i = 0; trm_code_at(i); i++) trm_nearest_try(&nearest, trm_code_at(i));
  if (nearest.best)
    return trm_say_usage("there is no code '%s'; did you mean '%s'?", word, nearest.best);
  return trm_say_usage("there is no code '%s'. All codes: trammel explain", word);
}

static const TrmExample examples[] = {
    {"explain E204", "the code in error[E204]"},
    {"explain", "every code with its title"},
    {NULL, NULL},
};

const TrmCommand trm_command_explain = {
    .name = "explain",
    .summary = "what the code of a message means",
    .usage = "[CODE]",
    .details = "Every message carries a code that never changes, such as error[E204]. This prints "
               "what it means, what usually causes it and what to do.",
    .most = 1,
    .examples = examples,
    .word = trm_code_at,
    .run = run,
};
