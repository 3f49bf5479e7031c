import { joinWords, splitWords } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { teamInterfaces } from './providers.js';
import { networking } from './specs.js';

it('the team devices come from the command of an entry', async () => {
  const host = fakeHost();
  await teamInterfaces.definition.evaluate(fakeContext(host));
  expect(host.ran).toEqual([joinWords(splitWords(networking.specs.nmcli_conn_show.command))]);
});
