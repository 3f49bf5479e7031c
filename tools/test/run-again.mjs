// Prints the files of tests that the last `npm test` skipped in part, each with the tests of it that passed, as JSON in one line. A machine
// with more components runs the rest of these files and no others:
// node tools/test/run-again.mjs >again.json, and there HOSTSPEC_TEST_AGAIN=$PWD/again.json npm test
import { root } from '../workspace/root.mjs';
import { leftToRun } from './reports.mjs';

/** Tests that need no component, but collect whatever the machine has. */
const ofMachine = /\b(guest|both-hosts|live|real(-\w+)?)\.test\.ts$/;

const again = Object.entries(leftToRun(root))
  // Tests with a configuration of their own run as a whole.
  .filter(([file]) => /\.test\.\w+$/.test(file))
  .map(([file, passed]) => [file, ofMachine.test(file) ? [] : passed]);
console.log(JSON.stringify(Object.fromEntries(again)));
