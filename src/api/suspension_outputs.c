/* SPDX-License-Identifier: Apache-2.0
 *
 * Outputs of a sweep, as functions of the model. With the wheel's axis a (unit, outwards) in the
 * axes of the car, h = |a horizontal| and w its angular velocity:
 *   camber -asin a_z    toe atan2(a_x, side a_y)    a' = w x a
 *   contact c = radius (a_z a_x / h, a_z a_y / h, -h) from the centre, moving with v + w x c
 *   roll centre y c'_y / c'_z above the road: the middle seen along the normal of the contact's
 * path anti-dive (braking share) (wheelbase / cg height) c'_x / c'_z, with the wheel held in its
 * carrier
 */
#include "api/suspension.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* what a quantity needs, and in which sweeps it is not asked for */
enum { STEERED = 1, SPRING = 2, CAR = 4, FRONT = 8, REAR = 16, RATE = 32, STEERING = 64 };

typedef struct Quantity {
  const char *name, *unit; /* # in a unit: the model's unit of length */
  unsigned needs;
  const char *text;
} Quantity;

/* $n name of the wheel  $c centre  $a end of its axis  $l $u ends of the steering axis  $g axes of
 * the car  $i $j ends of the spring  $s side  $r radius  $z height at the design position  $x place
 * along the car there  $m lengths in a metre  $d angles in a degree  $k angles in a radian
 * $t times in a second  $w wheelbase  $h cg height  $b $q shares of braking and driving */
static const Quantity variables[] = {
    {"ax", NULL, 0, "dx($a, $c, $g)/$m"},
    {"ay", NULL, 0, "dy($a, $c, $g)/$m"},
    {"az", NULL, 0, "dz($a, $c, $g)/$m"},
    {"h", NULL, 0, "sqrt($n_ax^2 + $n_ay^2)"},
    {"cx", NULL, 0, "$r*$n_az*$n_ax/$n_h"},
    {"cy", NULL, 0, "$r*$n_az*$n_ay/$n_h"},
    {"cz", NULL, 0, "-$r*$n_h"},
    {"wx", NULL, RATE, "wx($c, ground, $g)*$t/$k"},
    {"wy", NULL, RATE, "wy($c, ground, $g)*$t/$k"},
    {"wz", NULL, RATE, "wz($c, ground, $g)*$t/$k"},
    {"vz", NULL, RATE, "vz($c, ground, $g)*$t"},
    {"px", NULL, RATE, "vx($c, ground, $g)*$t + $n_wy*$n_cz - $n_wz*$n_cy"},
    {"py", NULL, RATE, "vy($c, ground, $g)*$t + $n_wz*$n_cx - $n_wx*$n_cz"},
    {"pz", NULL, RATE, "$n_vz + $n_wx*$n_cy - $n_wy*$n_cx"},
    {"ux", NULL, STEERED, "dx($u, $l, $g)"},
    {"uy", NULL, STEERED, "dy($u, $l, $g)"},
    {"uz", NULL, STEERED, "dz($u, $l, $g)"},
    /* from the contact to where the steering axis meets the road */
    {"rise", NULL, STEERED, "($n_cz - dz($l, $c, $g))/$n_uz"},
    {"gx", NULL, STEERED, "dx($l, $c, $g) + $n_rise*$n_ux - $n_cx"},
    {"gy", NULL, STEERED, "dy($l, $c, $g) + $n_rise*$n_uy - $n_cy"},
    /* the normal of the contact's path, across the car: its height in the middle */
    {"road", NULL, RATE, "dz($c, $g, $g) + $n_cz"},
    {"slope", NULL, RATE, "-$n_py/$n_pz"},
    {"base", NULL, RATE, "$n_road - $n_slope*(dy($c, $g, $g) + $n_cy)"},
    {NULL, NULL, 0, NULL}};

static const Quantity outputs[] = {
    {"travel", "#", 0, "dz($c, $g, $g) - $z"},
    {"camber", "deg", 0, "-asin($n_az)/$d"},
    {"toe", "deg", 0, "atan2($n_ax, $s*$n_ay)/$d"},
    {"steer", "deg", STEERING, "atan2(-$s*$n_ax, $s*$n_ay)/$d"},
    {"caster", "deg", STEERED, "atan2(-$n_ux, $n_uz)/$d"},
    {"kingpin", "deg", STEERED, "atan2(-$s*$n_uy, $n_uz)/$d"},
    {"trail", "#", STEERED, "$s*($n_gx*$n_ay - $n_gy*$n_ax)/$n_h"},
    {"scrub", "#", STEERED, "-($n_gx*$n_ax + $n_gy*$n_ay)/$n_h"},
    {"half_track", "#", 0, "$s*(dy($c, $g, $g) + $n_cy)"},
    {"wheelbase_change", "#", FRONT, "dx($c, $g, $g) + $n_cx - $x"},
    {"wheelbase_change", "#", REAR, "$x - dx($c, $g, $g) - $n_cx"},
    {"camber_gain", "deg/#", RATE, "($n_wy*$n_ax - $n_wx*$n_ay)/$n_h/$n_vz*180/pi"},
    {"bump_steer", "deg/#", RATE,
     "$s*(($n_wy*$n_az - $n_wz*$n_ay)*$n_ay - ($n_wz*$n_ax - $n_wx*$n_az)*$n_ax)/$n_h^2/$n_vz*180/"
     "pi"},
    {"roll_centre", "#", RATE, "(dy($c, $g, $g) + $n_cy)*$n_py/$n_pz"},
    {"motion_ratio", "", RATE | SPRING, "-vr($i, $j)*$t/$n_vz"},
    {"anti_dive", "%", RATE | CAR | FRONT, "100*$b*$w/$h*$n_px/$n_pz"},
    {"anti_lift", "%", RATE | CAR | REAR, "-100*$b*$w/$h*$n_px/$n_pz"},
    {"anti_squat", "%", RATE | CAR | REAR, "-100*$q*$w/$h*vx($c, ground, $g)*$t/$n_vz"},
    {NULL, NULL, 0, NULL}};

/* one of the names that stand for something */
static void write_token(const TrmSweeping *s, const TrmWheel *w, char token, TrmText *out) {
  const TrmUnits *units = &s->system->units;
  const TrmBody *carrier = &s->system->bodies[w->carrier];
  const char *name = w->item->name;
  double length = units->length, low = 0, along = 0;
  for (int k = 0; k < 3; k++) {
    low += w->up[k] * w->centre[k];
    along += w->forward[k] * w->centre[k];
  }
  /* the contact at the design position */
  double az = 0, ax = 0;
  for (int k = 0; k < 3; k++) az += w->axis[k] * w->up[k], ax += w->axis[k] * w->forward[k];
  along += w->radius * az * ax / sqrt(1 - az * az);
  switch (token) {
  case 'n': trm_text_add(out, name); break;
  case 'c': trm_text_printf(out, "%s.%s_centre", carrier->item->name, name); break;
  case 'a': trm_text_printf(out, "%s.%s_axis", carrier->item->name, name); break;
  case 'l': trm_text_printf(out, "%s.%s_lower", carrier->item->name, name); break;
  case 'u':
    trm_text_printf(out, "%s.%s_upper", w->strut ? "ground" : carrier->item->name, name);
    break;
  case 'g': trm_text_printf(out, "ground.%s_car", name); break;
  case 'i':
  case 'j': {
    int body = s->system->forces[w->spring].frame[token - 'i'].body;
    trm_text_printf(out, "%s.%s_spring_%c",
                    body == TRM_GROUND ? "ground" : s->system->bodies[body].item->name, name,
                    token);
    break;
  }
  case 's': trm_text_number(out, w->side); break;
  case 'r': trm_text_number(out, w->radius / length); break;
  case 'z': trm_text_printf(out, "(%.17g)", low / length); break;
  case 'x': trm_text_printf(out, "(%.17g)", along / length); break;
  case 'm': trm_text_number(out, 1 / length); break;
  case 'd': trm_text_number(out, 0.017453292519943295 / units->angle); break;
  case 'k': trm_text_number(out, 1 / units->angle); break;
  case 't': trm_text_number(out, 1 / units->time); break;
  case 'w': trm_text_number(out, w->wheelbase / length); break;
  case 'h': trm_text_number(out, w->cg_height / length); break;
  case 'b': trm_text_number(out, w->brake_share); break;
  case 'q': trm_text_number(out, w->drive_share); break;
  default: break;
  }
}

static const char *expand(const TrmSweeping *s, const TrmWheel *wheel, const char *text) {
  TrmText out = {0};
  for (; *text; text++) {
    if (*text == '$') {
      write_token(s, wheel, *++text, &out);
    } else {
      trm_text_char(&out, *text);
    }
  }
  const char *kept = trm_arena_string(s->arena, out.bytes);
  trm_text_clear(&out);
  return kept;
}

static int wanted(const TrmSweeping *s, const TrmWheel *wheel, unsigned needs) {
  int steers = s->sweep->kind == TRM_SWEEP_STEER;
  if (needs & STEERED && !wheel->steered) return 0;
  if (needs & SPRING && wheel->spring < 0) return 0;
  if (needs & CAR && !(wheel->wheelbase > 0 && wheel->cg_height > 0)) return 0;
  if (needs & FRONT && wheel->rear) return 0;
  if (needs & REAR && !wheel->rear) return 0;
  return !(needs & (steers ? RATE : STEERING));
}

/* an output with its unit */
static void add_output(TrmSweeping *s, const char *name, const char *unit, const char *text) {
  const char *length = s->system->units.length_name;
  const char *mark = strchr(unit, '#');
  if (mark)
    unit = trm_arena_printf(s->arena, "%.*s%s%s", (int)(mark - unit), unit, length, mark + 1);
  TrmItem *item = NULL;
  if (s->status != TRM_OK) return;
  s->status = trm_model_add(s->model, "outputs", name, NULL, s->log, &item);
  if (s->status == TRM_OK) s->status = trm_item_set_text(s->model, item, "value", text, s->log);
  if (s->status == TRM_OK && *unit)
    s->status = trm_item_set_text(s->model, item, "unit", unit, s->log);
}

void trm_sweeping_describe(TrmSweeping *s, const TrmWheel *wheel) {
  const char *name = wheel->item->name;
  for (const Quantity *v = variables; v->name; v++)
    if (wanted(s, wheel, v->needs))
      trm_sweeping_add(s, "variables", trm_arena_printf(s->arena, "%s_%s", name, v->name), NULL,
                       "value", expand(s, wheel, v->text));
  for (const Quantity *o = outputs; o->name; o++)
    if (wanted(s, wheel, o->needs))
      add_output(s, trm_arena_printf(s->arena, "%s_%s", name, o->name), o->unit,
                 expand(s, wheel, o->text));
}

/* of an axle: $l and $r are the names of its left and right wheel */
static const Quantity axle_outputs[] = {
    {"track", "#", 0, "$l_half_track + $r_half_track"},
    {"roll", "deg", 0, "atan2($r_travel - $l_travel, $l_half_track + $r_half_track)/$d"},
    {"roll_centre_side", "#", RATE, "$a"},
    {"roll_centre_height", "#", RATE,
     "($l_base + $r_base + ($l_slope + $r_slope)*$a - $l_road - $r_road)/2"},
    {NULL, NULL, 0, NULL}};

/* where the normals of both paths meet, across the car; the middle where they are parallel */
static const char meeting[] = "if(abs($l_slope - $r_slope) < 1e-12, 0, ($r_base - $l_base)/"
                              "($l_slope - $r_slope))";

static const char *expand_axle(TrmSweeping *s, const TrmWheel *left, const TrmWheel *right,
                               const char *axle, const char *text) {
  TrmText out = {0};
  for (; *text; text++) {
    if (*text != '$') {
      trm_text_char(&out, *text);
      continue;
    }
    text++;
    if (*text == 'l') trm_text_add(&out, left->item->name);
    if (*text == 'r') trm_text_add(&out, right->item->name);
    if (*text == 'a') trm_text_printf(&out, "%s_axle_meeting", axle);
    if (*text == 'd') trm_text_number(&out, 0.017453292519943295 / s->system->units.angle);
  }
  const char *kept = trm_arena_string(s->arena, out.bytes);
  trm_text_clear(&out);
  return kept;
}

void trm_sweeping_describe_axle(TrmSweeping *s, const TrmWheel *left, const TrmWheel *right) {
  const char *axle = left->rear ? "rear" : "front";
  if (s->sweep->kind != TRM_SWEEP_STEER)
    trm_sweeping_add(s, "variables", trm_arena_printf(s->arena, "%s_axle_meeting", axle), NULL,
                     "value", expand_axle(s, left, right, axle, meeting));
  for (const Quantity *o = axle_outputs; o->name; o++)
    if (wanted(s, left, o->needs))
      add_output(s, trm_arena_printf(s->arena, "%s_axle_%s", axle, o->name), o->unit,
                 expand_axle(s, left, right, axle, o->text));
}
