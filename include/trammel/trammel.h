/* SPDX-License-Identifier: Apache-2.0
 *
 * Trammel: everything a program needs to describe a mechanism and have it checked.
 */
#ifndef TRAMMEL_TRAMMEL_H
#define TRAMMEL_TRAMMEL_H

#include "trammel/analysis.h"
#include "trammel/linear.h"
#include "trammel/log.h"
#include "trammel/model.h"
#include "trammel/status.h"
#include "trammel/system.h"

#endif
