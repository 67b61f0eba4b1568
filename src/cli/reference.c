/* SPDX-License-Identifier: Apache-2.0
 *
 * reference: a page of the reference in Markdown, made from the catalogue; used by the build of the
 * documentation.
 */
#include "catalog/reference.h"
#include "cli/output.h"
#include "cli/table.h"

static TrmStatus run(TrmRequest *request) {
  TrmText *out = trm_request_text(request);
  const char *page = trm_request_argument(request, 0);
  if (!page) {
    for (size_t i = 0; trm_reference_pages[i]; i++)
      trm_text_printf(out, "%s\n", trm_reference_pages[i]);
    return trm_output_write(NULL, out);
  }
  if (!trm_reference_write(page, out))
    return trm_say_usage("there is no page '%s'. The pages: trammel reference", page);
  return trm_output_write(trm_request_value(request, "output"), out);
}

static const char *page_at(size_t index) {
  return trm_reference_pages[index];
}

static const TrmExample examples[] = {
    {"reference", "the names of the pages"},
    {"reference joints -o joints.md", "one page"},
    {NULL, NULL},
};

const TrmCommand trm_command_reference = {
    .name = "reference",
    .summary = "print a page of the reference in Markdown",
    .usage = "[PAGE]",
    .common = TRM_TAKES_OUTPUT,
    .most = 1,
    .hidden = 1,
    .examples = examples,
    .word = page_at,
    .run = run,
};
