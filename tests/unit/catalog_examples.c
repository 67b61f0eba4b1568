/* SPDX-License-Identifier: Apache-2.0
 *
 * Every example of the catalogue is a model that is read and compiled without a diagnostic, and
 * uses the type it is shown for.
 */
#include "catalog/catalog.h"
#include "check.h"
#include "trammel/system.h"

static void check_example(const TrmTable *table, const TrmType *type) {
  /* a mesh needs a file beside the model */
  if (!type->example || (table == &trm_table_shapes && strcmp(type->name, "mesh") == 0)) return;
  TrmLog *log = trm_log_new();
  TrmModel *model = NULL;
  TrmSystem *system = NULL;
  TrmStatus status =
      trm_model_parse(type->example, strlen(type->example), type->name, NULL, 0, log, &model);
  CHECK(status == TRM_OK && model);
  if (model) CHECK(trm_system_compile(model, log, &system) == TRM_OK);
  /* a shape is shown on a body by itself, which is worth a note */
  size_t complaints =
      table == &trm_table_shapes ? trm_log_errors(log) + trm_log_warnings(log) : trm_log_count(log);
  CHECK(complaints == 0);
  if (complaints) {
    char *text = trm_log_render(log, TRM_LOG_PLAIN);
    fprintf(stderr, "%s %s:\n%s", table ? table->name : "", type->name, text ? text : "");
    trm_text_free(text);
  }
  /* the word stands in its own example */
  if (table && table != &trm_table_contact_sides) {
    char key[64];
    snprintf(key, sizeof key, "%s:", type->name);
    CHECK(strstr(type->example, key) != NULL);
  }
  trm_system_free(system);
  trm_model_free(model);
  trm_log_free(log);
}

int main(void) {
  for (const TrmType *const *t = trm_catalog_singles; *t; t++) check_example(NULL, *t);
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++)
    for (const TrmType *const *t = (*table)->types; *t; t++) check_example(*table, *t);
  return check_done();
}
