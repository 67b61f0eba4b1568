/* SPDX-License-Identifier: Apache-2.0
 *
 * Desktop: showing a page where there is one.
 */
#ifndef TRM_CLI_DESKTOP_H
#define TRM_CLI_DESKTOP_H

/* Open a file or an address in the browser of the desktop; nothing where there is none. */
void trm_desktop_show(const char *address);

#endif
