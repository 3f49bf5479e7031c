import { expect, test } from 'vitest';
import { namesOf, patternsOf, rowsAt } from './path-rows.js';
import { secretFiles } from './secret-files.js';
import { secretColumns } from './tables.js';

const paths = [...new Set([...secretFiles, ...secretColumns].flatMap((row) => row.paths))];
const patterns = patternsOf(paths.map((path) => ({ doc: '', paths: [path] })));

/** A path that a pattern matches. */
const filled = (pattern: string): string => `/a/${pattern.replaceAll('*', 'xyz')}`;

/** The patterns that match none of the paths that `pathOf` makes of them. */
const missed = (pathOf: (pattern: string) => string, hasNamesakes = true): string[] =>
  paths.filter((pattern, row) => !rowsAt(patterns, namesOf(pathOf(pattern)), hasNamesakes).includes(row));

/** Patterns of files that fix a name of four characters or more, or its end in any folder. */
const fixesEnd = (pattern: string): boolean =>
  !pattern.startsWith('commands/') && /(?:^|\/)[^*/]{4,}$|^(?:.*\*\/)?[^/]*[^*/]{3}$/.test(pattern);

test('every pattern is found for its paths and their copies, in any case', () => {
  expect(missed(filled)).toEqual([]);
  expect(missed((pattern) => `${filled(pattern)}.bak`)).toEqual([]);
  expect(missed((pattern) => filled(pattern).toUpperCase())).toEqual([]);
});

test('patterns that fix the end of a name are found for a file in a folder, and for namesakes if they are asked for', () => {
  const inFolder = (pattern: string) => `${filled(pattern)}.d/web`;
  const namesake = (pattern: string) => `${filled(pattern)}-relay`;
  expect(missed(inFolder).filter(fixesEnd)).toEqual([]);
  expect(missed(namesake).filter(fixesEnd)).toEqual([]);
  expect(missed(namesake, false)).toEqual(expect.arrayContaining(['munge.key', 'booth/*.key']));
});

test('outputs of commands have only the patterns of commands, whatever runs them', () => {
  const rows = rowsAt(patterns, namesOf('h/insights_commands/sudo_wg_show_all_dump'), true);
  expect(rows.map((row) => paths[row])).toEqual(['commands/wg_show*dump']);
  expect(rowsAt(patterns, namesOf('h/insights_commands/cat_.etc.my.cnf'), true)).toEqual([]);
});

test.each([
  ['opt.peerd.bin.peerctl_peers', true],
  ['usr.local.bin.state_-v', true],
  ['vaultctl_show_x', true],
  ['lockbox_reveal_x', true],
  ['systemctl_show_x', false],
  ['wg_show_all_dump', false],
  ['ip_addr', false],
])('the output %s is of a program that few hosts have: %s', (name, isOwn) => {
  const names = namesOf(`h/insights_commands/${name}`).map((each) => each.name);
  expect(names.includes(`own/${name}`)).toBe(isOwn);
});
