/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts as laid out, and their work space.
 */
#ifndef TRM_SYSTEM_CONTACTS_DATA_H
#define TRM_SYSTEM_CONTACTS_DATA_H

#include "system/contacts.h"
#include "system/forces_data.h"

/* More pairs than these are looked for in a grid; more pairs of bodies have no slopes. */
enum { TRM_FEW_PAIRS = 4096, TRM_MOST_COUPLES = 4096, TRM_CONTACT_JETS = 112 };

/* Two surfaces of a contact, the first and the second. */
typedef struct TrmContactPair {
  size_t first, second; /* numbers among the contact's surfaces */
  size_t slot, slots;   /* of its touches */
} TrmContactPair;

/* Pairs of the same two bodies, one after the other, and jet entries of these. */
typedef struct TrmCouple {
  int body[2];
  size_t first, count; /* pairs */
  int entry[2][12];
  size_t column[24], column_count;
} TrmCouple;

typedef struct TrmContactPlan {
  const TrmContact *contact;
  const TrmProgram *active; /* NULL: always */
  int swept;                /* pairs are looked for in a grid */
  TrmContactPair *pairs;
  size_t pair_count;
  TrmCouple *couples;
  size_t couple_count;
  /* of a swept one: surfaces in the grid, and those too large for it */
  size_t *small, *large, small_count, large_count;
  double cell;
} TrmContactPlan;

struct TrmContacts {
  TrmContactPlan *plan; /* one a contact of the system */
  size_t count, slots;  /* slots: touches that are told apart */
  size_t first_slot;    /* of the memory of speeds, among the state's counted angles */
  size_t couples, events;
  size_t most_small;
};

/* A surface in the grid: its cell and number. */
typedef struct TrmGridEntry {
  int cell[3];
  size_t surface;
} TrmGridEntry;

/* What a rigid contact bears by its places: see TrmContactReport. */
typedef struct TrmBorne {
  double force[3], press, touches, point[3], normal[3];
} TrmBorne;

struct TrmContactState {
  double *work;  /* jets */
  double *block; /* slopes of a couple: 12 rows of 24 */
  TrmGridEntry *grid;
  double (*centre)[3]; /* of surfaces, ground axes */
  TrmEncounter *encounter;
  double *rigid;   /* force on the first and sum of normal forces of each contact, by time steps */
  TrmBorne *borne; /* of each contact, by events */
};

/* contacts_sweep.c: pairs of a swept contact that are nearer than `margin`, in order. */
typedef void (*TrmContactNear)(void *context, size_t first, size_t second);
void trm_contacts_sweep(const TrmContactPlan *plan, TrmState *state, double margin,
                        TrmContactNear found, void *context);

#endif
