// Writes cases.json with the matcher of packages/spec/src/glob.ts, which must be built: node generate.mjs
import { writeFileSync } from 'node:fs';
import { fileNameMatcher, nameMatcher } from '../../../../../spec/dist/index.js';

const patterns = [
  '', '*', '?', '??', 'a', 'a*', '*a', '*a*b', 'a?c', '[abc]', '[!abc]', '[a-c]x', '[c-a]', '[]a]', '[!]a]', '[', '[a', 'a[', '[]', '[!]',
  '[!', '[-a]', '[a-]', '[a-a]', '**', '*.log', '.*', '.[a-z]*', '*.*', 'é?', '?é*', '\ud83d\ude00*', '?', '[\ud83d\ude00-\ud83d\ude10]', '\udc80*',
  '?\udcff', '[\udc80-\udc90]*', '[!\udc80]', '*\udc80', '[\u0000-\uffff]', '[\ue000-\udcff]', '\\*', '[[]', '[]]', '[*?]', '*[0-9][0-9]', 'a**b',
  '[a-cx-z]', '[!-a]', '[--0]', '[]-a]', '*?*',
];
const names = [
  '', 'a', 'b', 'ab', 'abc', 'aXc', 'ax', 'cx', ']', '[', '[]', '!', '-', '.', '.a', '.log', 'x.log', 'x.log.1', 'é', 'éa', 'aé', 'aéb', '\ud83d\ude00',
  '\ud83d\ude00x', '\ud83d\ude05', '\udc80', '\udc80a', 'a\udcff', '\udc85', 'a\udc80', '\ue000', '\uffff', '\\', '\\a', '*', '?', 'x01', 'aaab', 'a\nb', 'aab', 'y',
  '0', 'a'.repeat(50),
];
const cases = patterns.map((pattern) => [
  pattern,
  names.map((name) => (nameMatcher(pattern)(name) ? 1 : 0) + (fileNameMatcher(pattern)(name) ? 2 : 0)),
]);
const sorted = [...names].sort();
writeFileSync(new URL('cases.json', import.meta.url), `${JSON.stringify({ names, cases, sorted })}\n`);
