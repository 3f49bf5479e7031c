import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { libvirtDomains } from './providers.js';

const of = (commands: Readonly<Record<string, string>>) =>
  libvirtDomains.definition.evaluate(fakeContext(fakeHost({ commands })));

test('names of guests in both forms of the table, with blanks and in any state', async () => {
  const table = ` Id    Name                           State
----------------------------------------------------
 1     web                            running
 12    a-name-that-is-longer-than-its-column in shutdown
 -     mail server                    shut off
 -     --all                          shut off

`;
  expect(await of({ '/usr/bin/virsh --readonly list --all': table })).toEqual([
    'a-name-that-is-longer-than-its-column',
    'mail server',
    'web',
  ]);
});

test('a host without guests says so', async () => {
  const none = ' Id   Name   State\n--------------------\n\n';
  expect(await of({ '/usr/bin/virsh --readonly list --all': none })).toEqual({
    nothing: 'libvirt has no guest',
  });
  expect(await of({})).toEqual({ nothing: '/usr/bin/virsh gives no list of guests' });
});
