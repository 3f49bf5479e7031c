'use strict';

// A command that never ends must not look like one that succeeded: its end sets the exit status.
process.exitCode = 1;
// All parts of a command are opened at once. If some cannot be, Node reports the others as errors that nobody caught.
process.on('uncaughtException', (error) => {
  const isTooFew = error?.code === 'EMFILE' || error?.code === 'ENFILE';
  process.stderr.write(
    isTooFew
      ? `hostspec: too few files can be open at once (${error.code}); allow at least 64 (ulimit -n 64)\n`
      : `${error?.stack ?? error}\n`,
  );
  process.exit(isTooFew ? 2 : 1);
});
import('../dist/bin.js');
