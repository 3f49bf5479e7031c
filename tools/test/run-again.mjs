// Prints the files of tests that the last `npm test` skipped in part, in one line. A machine with more components runs these and no others:
// HOSTSPEC_TEST_FILES="$(node tools/test/run-again.mjs)" npm test
import { root } from '../workspace/root.mjs';
import { filesOf } from './reports.mjs';

// Tests with a configuration of their own run as a whole.
const again = filesOf(root).filter(({ file, skipped }) => skipped > 0 && /\.test\.\w+$/.test(file));
console.log(again.map(({ file }) => file).join(' '));
