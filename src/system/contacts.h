/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts: pairs of surfaces that touch, and what compliant ones put on their bodies. Few pairs
 * are looked at one by one; the pairs of many surfaces are found in a grid at every evaluation, in
 * n log n. They belong to the forces (forces.h calls what is here), and nothing is allocated.
 */
#ifndef TRM_SYSTEM_CONTACTS_H
#define TRM_SYSTEM_CONTACTS_H

#include "system/forces.h"

/* Lay out the contacts of the system: eq->contacts. After the forces. */
void trm_contacts_layout(TrmEquations *eq);

/* Work space of a state. */
void trm_contacts_start(TrmArena *arena, const TrmEquations *eq, TrmState *state);

/* Forces of compliant contacts added to Q; slopes; energies added. */
void trm_contacts_apply(const TrmEquations *eq, TrmState *state, double *Q);
void trm_contacts_slopes(const TrmEquations *eq, TrmState *state, const TrmForceSlopes *slopes);
void trm_contacts_energy(const TrmEquations *eq, TrmState *state, TrmForceEnergy *energy);

/* Switching functions: the gap of each touch of few pairs, and those of `active`. */
size_t trm_contacts_event_count(const TrmEquations *eq);
void trm_contacts_event_values(const TrmEquations *eq, TrmState *state, double *values);
const TrmItem *trm_contacts_event_item(const TrmEquations *eq, size_t k);

/* Name of the contact that event k is a gap of, and the first and one beyond the last of its gaps;
 * or NULL. */
const char *trm_contacts_gaps_of(const TrmEquations *eq, size_t k, size_t *first, size_t *end);

/* Remember the speeds at which touches have begun. */
void trm_contacts_accept(const TrmEquations *eq, TrmState *state);

/* The first contact whose force is no finite number, or NULL. */
const TrmItem *trm_contacts_broken(const TrmEquations *eq, TrmState *state);

/* 1 when compliant contacts have so many pairs of bodies that slopes are out of reach; the first of
 * which the touches are not told apart, so that restitution has no speeds to go by, or NULL. */
int trm_contacts_many(const TrmEquations *eq);
const TrmItem *trm_contacts_forget(const TrmEquations *eq);

/* What a contact does: gap (the least; a lower bound where surfaces are far), force on the first
 * side, the sum of normal forces, how many touches press; the middle of the touches weighed by
 * normal forces and their mean normal from the first side to the second, or the nearest touch. */
typedef struct TrmContactReport {
  double gap, force[3], press, touches, point[3], normal[3];
} TrmContactReport;
void trm_contacts_report(const TrmEquations *eq, TrmState *state, size_t contact,
                         TrmContactReport *report);

/* Room that the touches of a contact may need. */
size_t trm_contacts_room(const TrmEquations *eq, size_t contact);

/* Call `meet` for every pair of surfaces that is nearer than `margin`, with its touches, in an
 * order that depends on the state alone; contacts that are switched off are left out. */
typedef struct TrmMeeting {
  size_t contact;       /* number in the system */
  size_t first, second; /* numbers of the surfaces in it */
  size_t slot;          /* of its touches, in all; SIZE_MAX: not told apart */
  const TrmEncounter *touches;
} TrmMeeting;
typedef void (*TrmMeet)(void *context, const TrmMeeting *meeting);
void trm_contacts_meet(const TrmEquations *eq, TrmState *state, size_t contact, double margin,
                       TrmMeet meet, void *context);

#endif
