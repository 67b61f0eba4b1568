/* SPDX-License-Identifier: Apache-2.0
 *
 * Catalogue: the list of all tables and types, and finding one by what a user calls it.
 */
#include "catalog/param.h"
#include <string.h>

const TrmTable *const trm_catalog_tables[] = {
    &trm_table_shapes, &trm_table_joints,        &trm_table_motions,  &trm_table_constraints,
    &trm_table_forces, &trm_table_contact_sides, &trm_table_analyses, NULL};

const TrmType *const trm_catalog_singles[] = {&trm_type_model,
                                              &trm_type_units,
                                              &trm_type_include,
                                              &trm_type_repeat,
                                              &trm_type_loop,
                                              &trm_type_parameter,
                                              &trm_type_point,
                                              &trm_type_spline,
                                              &trm_type_body,
                                              &trm_type_velocity,
                                              &trm_type_marker,
                                              &trm_type_orient,
                                              &trm_type_orient_points,
                                              &trm_type_from_to,
                                              &trm_type_flexible,
                                              &trm_type_axis,
                                              &trm_type_curve,
                                              &trm_type_friction,
                                              &trm_type_force_piece,
                                              &trm_type_torque_piece,
                                              &trm_type_contact,
                                              &trm_type_contact_friction,
                                              &trm_type_variable,
                                              &trm_type_equation,
                                              &trm_type_transfer_function,
                                              &trm_type_state_space,
                                              &trm_type_event,
                                              &trm_type_assignment,
                                              &trm_type_output,
                                              &trm_type_suspension,
                                              NULL};

static const struct {
  unsigned bit;
  const char *section;
} sections[] = {{TRM_REF_PARAMETER, "parameters"},
                {TRM_REF_POINT, "points"},
                {TRM_REF_SPLINE, "splines"},
                {TRM_REF_BODY, "bodies"},
                {TRM_REF_JOINT, "joints"},
                {TRM_REF_MOTION, "motions"},
                {TRM_REF_CONSTRAINT, "constraints"},
                {TRM_REF_FORCE, "forces"},
                {TRM_REF_CONTACT, "contacts"},
                {TRM_REF_VARIABLE, "variables"},
                {TRM_REF_EQUATION, "equations"},
                {TRM_REF_TRANSFER_FUNCTION, "transfer_functions"},
                {TRM_REF_STATE_SPACE, "state_spaces"},
                {TRM_REF_EVENT, "events"},
                {TRM_REF_OUTPUT, "outputs"},
                {TRM_REF_FLEXIBLE, "flexible"}};

const char *trm_ref_section(unsigned bit) {
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (sections[i].bit == bit) return sections[i].section;
  return NULL;
}

/* the section whose items are of this type, or NULL */
static const char *section_of(const TrmTable *table, const TrmType *type) {
  for (const TrmParam *p = trm_sections; p->key; p++)
    if ((table && p->table == table) || (!table && p->type == type)) return p->key;
  return NULL;
}

/* 1 when `word` of `length` names the table: its own name, or that of the section it fills */
static int is_table(const TrmTable *table, const char *word, size_t length) {
  const char *section = section_of(table, NULL);
  return (strlen(table->name) == length && memcmp(table->name, word, length) == 0) ||
         (section && strlen(section) == length && memcmp(section, word, length) == 0);
}

/* 1 when `word` names the type, without regard to the table */
static int is_type(const TrmTable *table, const TrmType *type, const char *word) {
  if (trm_type_is(type, word)) return 1;
  const char *section = table ? NULL : section_of(NULL, type);
  return section && strcmp(section, word) == 0;
}

size_t trm_catalog_find(const char *word,
                        void (*found)(void *context, const TrmTable *table, const TrmType *type),
                        void *context) {
  size_t matches = 0;
  for (const TrmType *const *t = trm_catalog_singles; *t; t++)
    if (is_type(NULL, *t, word)) {
      matches++;
      found(context, NULL, *t);
    }
  /* the word after the table's name: "joint revolute", "joints.revolute" */
  const char *end = strrchr(word, ' ');
  if (!end) end = strrchr(word, '.');
  for (const TrmTable *const *table = trm_catalog_tables; *table; table++) {
    int named = end && is_table(*table, word, (size_t)(end - word));
    for (const TrmType *const *t = (*table)->types; *t; t++)
      if (is_type(*table, *t, word) || (named && is_type(*table, *t, end + 1))) {
        matches++;
        found(context, *table, *t);
      }
  }
  return matches;
}
