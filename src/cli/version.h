/* SPDX-License-Identifier: Apache-2.0
 *
 * The version of the program (set by the build) and of the model language.
 */
#ifndef TRM_CLI_VERSION_H
#define TRM_CLI_VERSION_H

#ifndef TRM_VERSION
#define TRM_VERSION "0.1.0"
#endif

enum { TRM_LANGUAGE = 1 };

#endif
