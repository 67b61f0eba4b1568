/* SPDX-License-Identifier: Apache-2.0
 *
 * Packing: when the rows of a joint, motion or constraint are planned, their entries are laid out
 * by columns, and each row whose one term has a closed form is kept in that form alone. Its term
 * is made again from there where its second derivatives are asked for.
 */
#include "system/onesided.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int compare_columns(const void *a, const void *b) {
  int p = *(const int *)a, q = *(const int *)b;
  return p < q ? -1 : p > q;
}

/* 1 when a term changes with the place of a side's body, and not with its turn alone */
static int moves(const TrmTermPlan *plan, int side) {
  for (unsigned i = 0; i < plan->count; i++)
    if (plan->product[i].a.side[side].c != 0 || plan->product[i].b.side[side].c != 0) return 1;
  return 0;
}

/* columns of a term */
static void term_columns(const TrmEquations *eq, TrmPiece *term) {
  for (int k = 0; k < TRM_LOCAL; k++) term->column[k] = -1;
  for (int side = 0; side < 2; side++) {
    int body = term->plan.body[side], curve = term->plan.curve[side];
    for (int k = moves(&term->plan, side) ? 0 : 3; k < 6 && body >= 0; k++)
      term->column[6 * side + k] = eq->body_column[body][k];
    if (curve >= 0) term->column[TRM_LOCAL_CURVE + side] = (int)eq->curve_column[curve];
  }
}

/* the column of the system that a program's column stands for in this row, or -1 */
static int program_column(const TrmEquations *eq, const TrmRow *row, const TrmColumn *column) {
  unsigned c = column->component, base = row->level == TRM_LEVEL_VELOCITY ? 6 : 0;
  if (column->kind != TRM_COLUMN_BODY || c < base || c >= base + 6) return -1;
  return eq->body_column[column->index][c - base];
}

/* the columns of one row, sorted, each once; their number */
static size_t row_columns(TrmEquations *eq, const TrmRow *row, int *found) {
  size_t count = 0, kept = 0;
  for (size_t t = 0; t < row->term_count; t++) {
    TrmPiece *term = &eq->terms[row->first + t];
    term_columns(eq, term);
    for (int k = 0; k < TRM_LOCAL; k++)
      if (term->column[k] >= 0) found[count++] = term->column[k];
  }
  for (int k = 0; k < 12 && row->given; k++) {
    int body = row->given->body[k / 6];
    if (body >= 0 && eq->body_column[body][k % 6] >= 0)
      found[count++] = eq->body_column[body][k % 6];
  }
  if (row->program) {
    size_t columns;
    const TrmColumn *list = trm_program_columns(row->program->program, &columns);
    for (size_t k = 0; k < columns; k++) {
      int column = program_column(eq, row, &list[k]);
      if (column >= 0) found[count++] = column;
    }
  }
  if (count) qsort(found, count, sizeof *found, compare_columns);
  for (size_t k = 0; k < count; k++)
    if (!kept || found[kept - 1] != found[k]) found[kept++] = found[k];
  return kept;
}

static int find_column(const int *sorted, size_t count, int column) {
  if (column < 0) return -1;
  const int *at = bsearch(&column, sorted, count, sizeof *sorted, compare_columns);
  return at ? (int)(at - sorted) : -1;
}

/* where the entries of a row are */
static void lay_entries(TrmLayout *layout, const TrmRow *row) {
  TrmEquations *eq = layout->eq;
  size_t columns = 0, room = TRM_LOCAL * (size_t)row->term_count;
  const TrmColumn *list = NULL;
  if (row->program) list = trm_program_columns(row->program->program, &columns);
  room += columns + (row->given ? 12 : 0);
  if (room > layout->room) {
    layout->found = trm_arena_array(eq->arena, room, sizeof *layout->found);
    layout->room = room;
  }
  const int *found = layout->found;
  size_t count = row_columns(eq, row, layout->found);
  for (size_t k = 0; k < count; k++)
    TRM_PUSH(eq->arena, eq->column, eq->entry_count, layout->column_capacity, (unsigned)found[k]);
  /* more would not fit into any memory with the rest */
  if (eq->entry_count > INT_MAX) trm_guard_leave();
  for (size_t t = 0; t < row->term_count; t++) {
    TrmPiece *term = &eq->terms[row->first + t];
    for (int k = 0; k < TRM_LOCAL; k++) term->entry[k] = find_column(found, count, term->column[k]);
  }
  for (int k = 0; k < 12 && row->given; k++) {
    int body = row->given->body[k / 6];
    int column = body < 0 ? -1 : eq->body_column[body][k % 6];
    row->given->entry[k] = find_column(found, count, column);
  }
  for (size_t k = 0; k < columns; k++)
    row->program->entry[k] = find_column(found, count, program_column(eq, row, &list[k]));
}

/* a row that holds two points apart; 0 when it is another */
static int pack_apart(TrmLayout *layout, TrmRow *row, const TrmPiece *term) {
  TrmEquations *eq = layout->eq;
  TrmApart apart;
  if (!trm_apart_make(&term->plan, row->offset, &apart)) return 0;
  for (int k = 0; k < 2; k++) {
    const int *entry = &term->entry[6 * k];
    if (apart.body[k] < 0) continue;
    apart.entry[k] = (signed char)entry[0];
    apart.turns[k] = entry[5] >= 0;
  }
  row->form = TRM_FORM_APART;
  row->first = (unsigned)eq->apart_count;
  TRM_PUSH(eq->arena, eq->apart, eq->apart_count, layout->apart_capacity, apart);
  return 1;
}

/* a row that measures an arm along an axis; 0 when it is another */
static int pack_along(TrmLayout *layout, size_t i, const TrmPiece *term) {
  TrmEquations *eq = layout->eq;
  TrmRow *row = &eq->rows[i];
  int planar = eq->system->planar;
  TrmAlong along;
  if (!trm_along_make(&term->plan, row->offset, planar, &along)) return 0;
  along.row = (unsigned)i;
  along.first = eq->start[i];
  along.same = eq->along_count > 0 && trm_along_same(&along, &eq->along[eq->along_count - 1]);
  for (int s = 0; s < 2; s++) {
    const int *entry = &term->entry[6 * (s == 0 ? along.side : 1 - along.side)];
    if (along.body[s] < 0) continue;
    /* a point mass has no turns */
    if (entry[5] < 0) return 0;
    along.entry[s] = (signed char)(along.c[0] ? entry[0] : entry[planar ? 5 : 3]);
  }
  row->form = TRM_FORM_ALONG;
  row->first = (unsigned)eq->along_count;
  TRM_PUSH(eq->arena, eq->along, eq->along_count, layout->along_capacity, along);
  return 1;
}

void trm_layout_pack(TrmLayout *layout, size_t first_row) {
  TrmEquations *eq = layout->eq;
  size_t kept = first_row < eq->row_count ? eq->rows[first_row].first : eq->term_count;
  for (size_t i = first_row; i < eq->row_count; i++) {
    TrmRow *row = &eq->rows[i];
    lay_entries(layout, row);
    size_t next = i + 1;
    TRM_PUSH(eq->arena, eq->start, next, layout->start_capacity, (unsigned)eq->entry_count);
    int plain = row->term_count == 1 && !row->program && row->course < 0 && !row->wraps;
    const TrmPiece *term = plain ? &eq->terms[row->first] : NULL;
    if (plain && pack_along(layout, i, term)) continue;
    TRM_PUSH(eq->arena, eq->other, eq->other_count, layout->other_capacity, (unsigned)i);
    if (plain && pack_apart(layout, row, term)) continue;
    /* its terms stay, where those before it have left room */
    size_t from = row->first;
    row->first = (unsigned)kept;
    for (size_t t = 0; t < row->term_count; t++) eq->terms[kept++] = eq->terms[from + t];
  }
  eq->term_count = kept;
}

/* entries of a packed row's term, from the first of each body on */
static void find_entries(const signed char first[2], TrmPiece *term) {
  for (int k = 0; k < TRM_LOCAL; k++) term->entry[k] = -1;
  for (int side = 0; side < 2; side++)
    for (int k = 0, next = first[side]; k < 6; k++)
      if (term->column[6 * side + k] >= 0) term->entry[6 * side + k] = next++;
}

const TrmPiece *trm_row_piece(const TrmEquations *eq, const TrmRow *row, size_t t, TrmPiece *room) {
  if (row->form == TRM_FORM_TERMS) return &eq->terms[row->first + t];
  signed char first[2];
  if (row->form == TRM_FORM_ALONG) {
    const TrmAlong *along = &eq->along[row->first];
    room->plan = trm_along_term(along);
    first[along->side] = along->entry[0];
    first[1 - along->side] = along->entry[1];
  } else {
    const TrmApart *apart = &eq->apart[row->first];
    room->plan = trm_apart_term(apart);
    memcpy(first, apart->entry, sizeof first);
  }
  term_columns(eq, room);
  find_entries(first, room);
  return room;
}
