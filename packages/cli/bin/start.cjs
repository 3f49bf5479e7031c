'use strict';

// A command that never ends must not look like one that succeeded: its end sets the exit status.
process.exitCode = 1;
import('../dist/bin.js');
