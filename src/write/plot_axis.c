/* SPDX-License-Identifier: Apache-2.0
 *
 * Axes of plots: ends, ticks and labels. Linear ticks stand at multiples of 1, 2 or 5 times a power
 * of ten, those of decades at powers of ten; a common power of ten of small or large values is
 * written once, beside the axis.
 */
#include "write/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* values beyond would leave no room to compute with */
static const double largest = 1e300, smallest = 1e-300;

/* the least of 1, 2 and 5 times a power of ten that gives at most `most` intervals */
static double nice_step(double span, double most, int *exponent) {
  double wanted = span / most;
  *exponent = (int)floor(log10(wanted));
  double unit = pow(10, *exponent), factor = wanted / unit;
  int nice = factor <= 1 + 1e-9 ? 1 : factor <= 2 + 1e-9 ? 2 : factor <= 5 + 1e-9 ? 5 : 10;
  if (nice == 10) ++*exponent, nice = 1;
  return nice * pow(10, *exponent);
}

static void linear_ticks(TrmPlotScale *s, int round, size_t most) {
  int exponent;
  double step = nice_step(s->high - s->low, (double)most, &exponent);
  double first = round ? floor(s->low / step + 1e-9) : ceil(s->low / step - 1e-9);
  double last = round ? ceil(s->high / step - 1e-9) : floor(s->high / step + 1e-9);
  if (round) {
    s->low = first * step;
    s->high = last * step;
  }
  for (double k = first; k <= last && s->tick_count < TRM_PLOT_TICKS; k++)
    s->tick[s->tick_count++] = k == 0 ? 0 : k * step;
  /* labels: plain numbers, or multiples of a power of a thousand written once */
  double size = fmax(fabs(s->low), fabs(s->high));
  int magnitude = (int)floor(log10(size));
  if (magnitude >= 5 || magnitude <= -3) s->exponent = (int)floor(magnitude / 3.0) * 3;
  s->decimals = exponent < s->exponent ? s->exponent - exponent : 0;
}

/* 1 to 9 times the powers of ten between the ends that `wanted` has bits for */
static size_t between_decades(const TrmPlotScale *s, unsigned wanted, double *place) {
  size_t count = 0;
  for (double k = floor(s->low); k <= s->high; k++)
    for (int i = 1; i <= 9; i++) {
      double at = k + log10(i);
      if (!(wanted >> i & 1) || at < s->low - 1e-9 || at > s->high + 1e-9) continue;
      if (count < TRM_PLOT_TICKS) place[count++] = i * pow(10, k);
    }
  return count;
}

static void decade_ticks(TrmPlotScale *s, int round, size_t most) {
  if (round) {
    s->low = floor(s->low + 1e-9);
    s->high = ceil(s->high - 1e-9);
  }
  double span = s->high - s->low, stride = fmax(1, ceil(span / (double)most));
  for (double k = ceil(s->low / stride - 1e-9) * stride;
       k <= s->high + 1e-9 && s->tick_count < TRM_PLOT_TICKS; k += stride)
    s->tick[s->tick_count++] = pow(10, k);
  /* less than a decade: all its parts; between them those, or decades where there are many */
  if (s->tick_count < 2) s->tick_count = between_decades(s, 0x3fe, s->tick);
  s->minor_count = between_decades(s, span <= 6 ? 0x3fc : 2, s->minor);
}

void trm_plot_scale(TrmPlotScale *s, int log, double low, double high, int round, size_t most) {
  *s = (TrmPlotScale){.log = log};
  if (most < 2) most = 2;
  /* without values, or with one, some room around it */
  if (!(low <= high)) low = log ? 0.1 : 0, high = 1;
  low = fmax(low, log ? smallest : -largest);
  high = fmax(low, fmin(high, largest));
  s->low = log ? log10(low) : low;
  s->high = log ? log10(high) : high;
  double least = log ? 0.05 : 1e-9 * fmax(fabs(low), fabs(high));
  if (s->high - s->low <= least) {
    double room = log ? 0.5 : fmax(0.1 * fabs(low), low == 0 ? 1 : least);
    s->low -= room;
    s->high += room;
    round = 1;
  }
  if (log)
    decade_ticks(s, round, most);
  else
    linear_ticks(s, round, most);
}

double trm_plot_place(const TrmPlotScale *s, double value) {
  if (s->log) value = value >= smallest ? log10(value) : (double)NAN;
  if (!(fabs(value) <= largest)) return (double)NAN;
  return (value - s->low) / (s->high - s->low);
}

/* a number with a minus of its own, never that of zero; its columns */
static size_t add_plain(double value, int decimals, TrmText *out) {
  char number[64];
  int wrote = snprintf(number, sizeof number, "%.*f", decimals, fabs(value));
  int negative = value < 0 && strtod(number, NULL) != 0;
  trm_text_printf(out, "%s%s", negative ? "\xe2\x88\x92" : "", number);
  return (size_t)wrote + (size_t)negative;
}

size_t trm_plot_label(const TrmPlotScale *s, double tick, TrmText *out) {
  char number[64];
  if (s->log) {
    int power = (int)floor(log10(tick) + 1e-9);
    int digit = (int)nearbyint(tick / pow(10, power));
    /* 1, 10 and 100 read better than their powers */
    if (power >= 0 && power <= 2) return add_plain(digit * pow(10, power), 0, out);
    snprintf(number, sizeof number, "%s%d", power < 0 ? "\xe2\x88\x92" : "", abs(power));
    if (digit > 1) trm_text_printf(out, "%d\xc2\xb7", digit);
    trm_text_printf(out, "10<tspan dy=\"-5\" font-size=\"9\">%s</tspan>", number);
    return digit > 1 ? 6 : 4;
  }
  return add_plain(tick / pow(10, s->exponent), s->decimals, out);
}
