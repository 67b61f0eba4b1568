# SPDX-License-Identifier: Apache-2.0
# Run a test program so that its figures go to a fresh file: run_program.sh FIGURES PROGRAM [ARGUMENT...]
mkdir -p "$(dirname "$1")"
rm -f "$1"
TRM_FIGURES=$1
export TRM_FIGURES
shift
exec "$@"
