/* SPDX-License-Identifier: Apache-2.0
 *
 * Switches: joints, motions, constraints, contacts and forces that are not always there, because
 * `active` says when, or events switch them on and off.
 */
#ifndef TRM_SYSTEM_SWITCHES_H
#define TRM_SYSTEM_SWITCHES_H

#include "system/equations.h"

typedef struct TrmSwitch {
  const TrmItem *item;
  const TrmProgram *active; /* on while it is not zero; NULL: only events switch it */
  size_t row, rows;         /* its rows among those that hold always; a force has none */
  int force;                /* its number; -1: no force */
} TrmSwitch;

/* Find them, once the other rows are laid out. */
void trm_switches_layout(TrmEquations *eq);

/* The switch of an item, or -1. */
int trm_switches_find(const TrmEquations *eq, const TrmItem *item);

/* What `active` says at the state, for a state that begins: rows and forces on and off. */
void trm_switches_begin(const TrmEquations *eq, TrmState *state);

/* 1 when `active` says so at the state. */
int trm_switch_wanted(const TrmEquations *eq, TrmState *state, size_t index);

#endif
