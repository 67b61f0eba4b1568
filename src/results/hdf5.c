/* SPDX-License-Identifier: Apache-2.0
 *
 * Loading the HDF5 library at run time: the version this was built with, else another that has the
 * same functions under the same names.
 */
#define _XOPEN_SOURCE 700
#include "results/hdf5.h"
#include "results/complain.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

/* names to try, the one found when this was configured first */
static const char *const libraries[] = {TRM_HDF5_SONAME,
                                        "libhdf5_serial.so.103",
                                        "libhdf5_serial.so.310",
                                        "libhdf5.so.103",
                                        "libhdf5.so.200",
                                        "libhdf5.so.310",
                                        "libhdf5.so",
                                        NULL};

static const struct {
  const char *name;
  size_t offset;
} symbols[] = {
#define TRM_HDF5(name) {#name, offsetof(TrmHdf5, name)},
    TRM_HDF5_FUNCTIONS
#undef TRM_HDF5
};

/* global variables that hold the constants once the library is open */
static const struct {
  const char *name;
  size_t offset;
} constants[] = {
    {"H5T_NATIVE_DOUBLE_g", offsetof(TrmHdf5, number)},
    {"H5T_C_S1_g", offsetof(TrmHdf5, text)},
    {"H5P_CLS_FILE_ACCESS_ID_g", offsetof(TrmHdf5, file_access)},
    {"H5P_CLS_DATASET_CREATE_ID_g", offsetof(TrmHdf5, dataset_create)},
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static TrmHdf5 table;
static int loaded;

/* the caller's way of printing messages, restored on leaving */
static H5E_auto2_t printer;
static void *printer_data;

/* fill the table from an open library; 0 when something is missing */
static int fill(void *library) {
  /* closing at exit is left out: it complains of what damaged files left in the library */
  static const char *const first[] = {"H5dont_atexit", "H5open"};
  herr_t (*call)(void);
  void *symbol;
  for (size_t i = 0; i < 2; i++) {
    symbol = dlsym(library, first[i]);
    memcpy(&call, &symbol, sizeof symbol);
    if (!symbol || call() < 0) return 0;
  }
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    if (!(symbol = dlsym(library, symbols[i].name))) return 0;
    memcpy((char *)&table + symbols[i].offset, &symbol, sizeof symbol);
  }
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
    if (!(symbol = dlsym(library, constants[i].name))) return 0;
    memcpy((char *)&table + constants[i].offset, symbol, sizeof(hid_t));
  }
  return 1;
}

const TrmHdf5 *trm_hdf5_enter(TrmLog *log) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; !loaded && libraries[i]; i++) {
    void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
    if (library && !(loaded = fill(library))) dlclose(library);
  }
  if (loaded) {
    table.H5Eget_auto2(H5E_DEFAULT, &printer, &printer_data);
    table.H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return &table;
  }
  pthread_mutex_unlock(&lock);
  trm_result_complain(log, TRM_FAILED, TRM_E_RESULT_LIBRARY, NULL,
                      "on Debian and Ubuntu: apt install " TRM_HDF5_PACKAGE,
                      "result files need the HDF5 library, and %s is not installed",
                      TRM_HDF5_SONAME);
  return NULL;
}

void trm_hdf5_leave(void) {
  table.H5Eset_auto2(H5E_DEFAULT, printer, printer_data);
  pthread_mutex_unlock(&lock);
}
