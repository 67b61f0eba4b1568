/* SPDX-License-Identifier: Apache-2.0
 *
 * What forces are worth: energy and power, the report of one element, switching functions, and the
 * angles that are counted through full turns.
 */
#include "math/mat3.h"
#include "system/contacts.h"
#include "system/forces_data.h"
#include <math.h>
#include <string.h>

/* power that an element puts into its bodies: F . v + (T + (p - r) x F) . w of each */
static double power_of(const TrmForce *force, const TrmForceCall *call) {
  const TrmForceSite *first = &call->site[TRM_FORCE_FIRST];
  double p[3], sum = 0;
  trm_mat3_apply(first->motion->R, first->frame->s, p);
  trm_vec3_add(p, 1, first->motion->r, p);
  for (int side = 0; side <= force->paired; side++) {
    const TrmBodyMotion *m = call->site[side].motion;
    double arm[3], moment[3], w[3];
    trm_vec3_add(p, -1, m->r, arm);
    trm_vec3_cross(arm, call->force, moment);
    trm_vec3_add(moment, 1, call->torque, moment);
    trm_mat3_apply(m->R, m->w, w);
    sum += (side ? -1 : 1) * (trm_vec3_dot(call->force, m->v) + trm_vec3_dot(moment, w));
  }
  return sum;
}

void trm_forces_energy(const TrmEquations *eq, TrmState *state, TrmForceEnergy *energy) {
  const struct TrmForces *f = eq->forces;
  memset(energy, 0, sizeof *energy);
  trm_forces_evaluate(eq, state, NULL);
  for (size_t i = 0; i < f->node_count; i++) {
    TrmForceCall call;
    if (f->nodes[i].kind != TRM_NODE_ELEMENT) continue;
    trm_element_energy(eq, state, &f->nodes[i], &call);
    /* what is not kept comes from outside */
    energy->power += power_of(&eq->system->forces[f->nodes[i].index], &call) + call.storing;
    energy->potential += call.potential;
    energy->dissipation += call.dissipation;
  }
  trm_contacts_energy(eq, state, energy);
}

void trm_forces_report(const TrmEquations *eq, TrmState *state, size_t element,
                       TrmForceReport *report) {
  const TrmForceNode *node = eq->forces->element[element];
  const TrmForceType *type = eq->system->forces[element].type;
  TrmForceCall call;
  memset(report, 0, sizeof *report);
  report->has_line = type->has_line;
  if (!node) return;
  trm_node_run(eq, state, node, 0, &call);
  memcpy(report->force, call.force, sizeof report->force);
  memcpy(report->torque, call.torque, sizeof report->torque);
  report->length = call.length;
  report->speed = call.speed;
  report->tension = call.pull;
}

size_t trm_forces_event_count(const TrmEquations *eq) {
  return eq->forces->event_count + trm_contacts_event_count(eq);
}

void trm_forces_event_values(const TrmEquations *eq, TrmState *state, double *values) {
  const struct TrmForces *f = eq->forces;
  trm_forces_evaluate(eq, state, NULL);
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    TrmSituation at = {state->time, state->body, state->externals};
    TrmForceCall call;
    if (node->kind == TRM_NODE_OUTPUT) continue;
    for (size_t k = 0; k < node->program_count; k++) {
      const TrmProgram *program = node->programs[k].program;
      trm_program_event_values(program, &at, state->scratch, values);
      values += trm_program_events(program);
    }
    if (node->kind != TRM_NODE_ELEMENT) continue;
    const TrmForce *force = &eq->system->forces[node->index];
    if (!force->type->events) continue;
    trm_node_run(eq, state, node, 0, &call);
    values += force->type->events(&call, values);
  }
  trm_contacts_event_values(eq, state, values);
}

const TrmItem *trm_forces_event_item(const TrmEquations *eq, TrmState *state, size_t k) {
  const struct TrmForces *f = eq->forces;
  size_t passed = 0;
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    TrmForceCall call;
    if (node->kind == TRM_NODE_OUTPUT) continue;
    for (size_t p = 0; p < node->program_count; p++)
      passed += trm_program_events(node->programs[p].program);
    if (node->kind == TRM_NODE_ELEMENT && eq->system->forces[node->index].type->events) {
      trm_node_run(eq, state, node, 0, &call);
      passed += eq->system->forces[node->index].type->events(&call, NULL);
    }
    if (k < passed) return node->item;
  }
  return trm_contacts_event_item(eq, k - eq->forces->event_count);
}

void trm_forces_accept(const TrmEquations *eq, TrmState *state) {
  const struct TrmForces *f = eq->forces;
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    if (node->turn < 0) continue;
    const TrmForce *force = &eq->system->forces[node->index];
    TrmForceSite site[2];
    for (int s = 0; s < 2; s++) {
      int body = force->frame[s].body;
      site[s] = (TrmForceSite){body < 0 ? &trm_ground_motion : &state->body[body], &force->frame[s],
                               NULL};
    }
    double *angle = &state->angle[node->turn];
    *angle = force->type->angle(&site[0], &site[1], *angle);
  }
}

int trm_forces_known(const TrmEquations *eq, TrmLog *log) {
  const TrmSystem *system = eq->system;
  size_t bad = 0, count = system->force_count + system->contact_count;
  for (size_t i = 0; i < count; i++) {
    int force = i < system->force_count;
    const TrmContact *contact = force ? NULL : &system->contacts[i - system->force_count];
    const TrmItem *item = force ? system->forces[i].item : contact->item;
    if (force ? system->forces[i].ready : !contact->rigid && !contact->lacking) continue;
    trm_log_add(log, TRM_E_FORCE_UNKNOWN, item->place, item->name,
                "no analysis of this version computes %s '%s'%s", item->type->name, item->name,
                force ? ""
                : contact->lacking
                    ? ": its stiffness or what its shapes do to each other is not known"
                    : " at rest, since it is rigid");
    bad++;
  }
  return bad == 0;
}

const TrmItem *trm_forces_broken(const TrmEquations *eq, TrmState *state) {
  const struct TrmForces *f = eq->forces;
  trm_forces_evaluate(eq, state, NULL);
  for (size_t i = 0; i < f->node_count; i++) {
    const TrmForceNode *node = &f->nodes[i];
    TrmForceCall call;
    /* what reads reactions is judged when they are there */
    if (node->reads) continue;
    trm_node_run(eq, state, node, 0, &call);
    /* force and torque of an element; rates, one after the other; one output */
    size_t count = node->kind == TRM_NODE_ELEMENT ? 6 : 1;
    if (node->kind == TRM_NODE_INPUT) count = eq->system->blocks[node->index].states;
    for (size_t k = 0; k < count; k++)
      if (!isfinite(call.force[k])) return node->item;
  }
  return trm_contacts_broken(eq, state);
}
