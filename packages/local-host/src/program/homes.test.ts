import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { mountGuard, programJudge } from '@hostspec/files/host';
import { needs } from '@hostspec/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { otherPaths, programHomes } from './homes.js';
import { programFinder } from './programs.js';

interface HomeCase {
  readonly name: string;
  readonly tree: readonly string[];
  readonly word: string;
  readonly found: string | null;
  readonly refused: string | null;
}
const table: { readonly homes: readonly HomeCase[]; readonly furtherPrograms: readonly string[] } =
  JSON.parse(readFileSync(new URL('../../../testing/src/tables/rights.json', import.meta.url), 'utf8'));

let folder = '';
beforeEach(() => {
  // Not below a directory that everybody may write to: there, every program is found anew.
  folder = realpathSync(mkdtempSync(join(process.geteuid?.() === 0 ? '/run' : '/tmp', 'hostspec-homes-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes `f NAME MODE OWNER`, `d NAME MODE OWNER` or `l NAME TARGET OWNER`; root owns what names no owner. */
function make(line: string): void {
  const [kind, name = '', value = '', owner = '0'] = line.split(' ');
  const path = join(folder, name);
  if (kind === 'l') symlinkSync(value, path);
  else if (kind === 'd') mkdirSync(path);
  else writeFileSync(path, '#!/bin/sh\n');
  lchownSync(path, Number(owner), 0);
  if (kind !== 'l') chmodSync(path, Number.parseInt(value, 8));
}

const below = (places: readonly string[]): string[] => places.map((place) => `${folder}${place}`);

describe('the table that the runner is tested with, too: a program', () => {
  for (const { name, tree, word, found, refused } of table.homes)
    needs('root')(name, () => {
      for (const line of tree) make(line);
      const homes = {
        usual: below(programHomes.usual),
        further: below(programHomes.further),
        programs: programHomes.programs,
      };
      const find = programFinder(programJudge(mountGuard('/proc/self/mountinfo')), homes);
      const program = find(`${folder}/${word}`);
      if (found !== null) expect(program).toMatchObject({ path: `${folder}/${found}` });
      else
        expect(program).toMatchObject({
          problem: refused === null ? 'absent' : 'refused',
          reason: expect.stringContaining(refused === null ? word : refused.replaceAll('DIR', folder)),
        });
    });

  test('of others is one of the list', () => {
    expect(programHomes.programs).toEqual(table.furtherPrograms);
  });
});

test('nothing is looked for in other directories, nor without a name', () => {
  expect(otherPaths('/usr/sbin/ss', programHomes)).toEqual(['/usr/bin/ss', '/bin/ss', '/sbin/ss']);
  expect(otherPaths('/opt/x/ss', programHomes)).toEqual([]);
  expect(otherPaths('/home/eve/bin/kubectl', programHomes)).toEqual([]);
  expect(otherPaths('/usr/sbin/', programHomes)).toEqual([]);
});
