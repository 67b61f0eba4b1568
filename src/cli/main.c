/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's entry: standard streams and signals are put in order, then the command runs. The
 * exit code is the negated status; 130 when interrupted.
 */
#include "cli/command.h"
#include "cli/output.h"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* a stream that was closed must not become a model's file: reads see its end, writes fail */
static void open_streams(void) {
  for (int stream = 0; stream <= 2; stream++)
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == 1 ? O_RDONLY : O_RDWR);
}

static void interrupted(int number) {
  (void)number;
  trm_output_abandon();
  _exit(130);
}

static void catch_signals(void) {
  struct sigaction leave = {.sa_handler = interrupted}, ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGINT, &leave, NULL);
  sigaction(SIGTERM, &leave, NULL);
  sigaction(SIGHUP, &leave, NULL);
  /* a closed pipe is an error of writing, which is reported */
  sigaction(SIGPIPE, &ignore, NULL);
}

int main(int argc, char **argv) {
  open_streams();
  catch_signals();
  TrmStatus status = trm_cli_run(argc, argv);
  return status > 0 ? -TRM_INTERNAL : -status;
}
