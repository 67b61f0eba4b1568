/* SPDX-License-Identifier: Apache-2.0
 *
 * HDF5: the library that lays out and reads result files, loaded when the first of them is touched,
 * because loading it takes longer than checking a model. It is not safe for threads, so one lock is
 * held from enter to leave; its own messages are silent in between.
 */
#ifndef TRM_RESULTS_HDF5_H
#define TRM_RESULTS_HDF5_H

#include "trammel/log.h"
#include <hdf5.h>

/* The functions used: TRM_HDF5(name) */
#define TRM_HDF5_FUNCTIONS                                                                         \
  TRM_HDF5(H5Acreate2)                                                                             \
  TRM_HDF5(H5Aclose)                                                                               \
  TRM_HDF5(H5Awrite)                                                                               \
  TRM_HDF5(H5Dclose)                                                                               \
  TRM_HDF5(H5Dcreate2)                                                                             \
  TRM_HDF5(H5Dget_offset)                                                                          \
  TRM_HDF5(H5Dget_space)                                                                           \
  TRM_HDF5(H5Dget_storage_size)                                                                    \
  TRM_HDF5(H5Dget_type)                                                                            \
  TRM_HDF5(H5Dopen2)                                                                               \
  TRM_HDF5(H5Dread)                                                                                \
  TRM_HDF5(H5Dwrite)                                                                               \
  TRM_HDF5(H5Eget_auto2)                                                                           \
  TRM_HDF5(H5Eset_auto2)                                                                           \
  TRM_HDF5(H5Fclose)                                                                               \
  TRM_HDF5(H5Fcreate)                                                                              \
  TRM_HDF5(H5Fopen)                                                                                \
  TRM_HDF5(H5Gclose)                                                                               \
  TRM_HDF5(H5Gcreate2)                                                                             \
  TRM_HDF5(H5Gget_info)                                                                            \
  TRM_HDF5(H5Gget_objinfo)                                                                         \
  TRM_HDF5(H5Gopen2)                                                                               \
  TRM_HDF5(H5Lget_name_by_idx)                                                                     \
  TRM_HDF5(H5Pclose)                                                                               \
  TRM_HDF5(H5Pcreate)                                                                              \
  TRM_HDF5(H5Pset_alignment)                                                                       \
  TRM_HDF5(H5Pset_alloc_time)                                                                      \
  TRM_HDF5(H5Pset_libver_bounds)                                                                   \
  TRM_HDF5(H5Sclose)                                                                               \
  TRM_HDF5(H5Screate)                                                                              \
  TRM_HDF5(H5Screate_simple)                                                                       \
  TRM_HDF5(H5Sget_simple_extent_dims)                                                              \
  TRM_HDF5(H5Sget_simple_extent_ndims)                                                             \
  TRM_HDF5(H5Sselect_hyperslab)                                                                    \
  TRM_HDF5(H5Tclose)                                                                               \
  TRM_HDF5(H5Tcopy)                                                                                \
  TRM_HDF5(H5Tget_class)                                                                           \
  TRM_HDF5(H5Tget_size)                                                                            \
  TRM_HDF5(H5Tis_variable_str)                                                                     \
  TRM_HDF5(H5Tset_cset)                                                                            \
  TRM_HDF5(H5Tset_size)                                                                            \
  TRM_HDF5(H5Tset_strpad)

/* H5F_ACC_RDONLY and H5F_ACC_TRUNC, whose macros call the library */
enum { TRM_HDF5_READ = 0, TRM_HDF5_REPLACE = 2 };

/* The functions under their own names, and the constants that the library works out when opened */
typedef struct TrmHdf5 {
#define TRM_HDF5(name) __typeof__(&name) name;
  TRM_HDF5_FUNCTIONS
#undef TRM_HDF5
  hid_t number;      /* the machine's double */
  hid_t text;        /* a string of one character */
  hid_t file_access; /* classes of properties */
  hid_t dataset_create;
} TrmHdf5;

/* Load the library if need be and take the lock. NULL, with an error in the log and the lock free,
 * when there is no such library. Each success needs one trm_hdf5_leave. */
const TrmHdf5 *trm_hdf5_enter(TrmLog *log);
void trm_hdf5_leave(void);

#endif
