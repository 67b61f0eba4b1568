/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes read as URDF.
 */
#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_model(data, size, "no-such-folder/fuzz.urdf");
  return 0;
}
