/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes read as an Adams dataset, or as a command file when the last one is a c.
 */
#include "fuzz/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int commands = size > 0 && data[size - 1] == 'c';
  fuzz_model(data, size, commands ? "no-such-folder/fuzz.acf" : "no-such-folder/fuzz.adm");
  return 0;
}
