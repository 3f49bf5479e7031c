import { dmi, hostNames, processes, unitFiles } from '@hostspec/facts';
import { joinWords, splitWords } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { system } from './specs.js';

const { specs } = system;

it.each([
  [processes, [specs.ps_auxww, specs.ps_auxcww]],
  [hostNames, [specs.hostname, specs.hostname_default, specs.hostname_short]],
  [unitFiles, [specs.systemctl_list_unit_files]],
  [dmi, [specs.dmidecode]],
] as const)('what providers know comes from the commands of entries: %#', async (fact, entries) => {
  const host = fakeHost();
  await fact(host);
  expect(host.ran).toEqual(entries.map(({ command }) => joinWords(splitWords(command))));
});
