import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { failedUnits } from './failed-units.js';

const command = '/usr/bin/systemctl --no-pager --failed';
const unitsOf = (output: string, rc = 0) =>
  failedUnits.definition.evaluate(fakeContext(fakeHost({ commands: { [command]: { output, rc } } })));

test('units that failed, with the marks of different versions and locales', async () => {
  const output = `  UNIT                     LOAD      ACTIVE SUB    DESCRIPTION
● nginx.service            loaded    failed failed A web server
* mnt-data.mount           loaded    failed failed /mnt/data
  dev-disk-by\\x2dlabel-a.swap not-found failed failed a.swap
user@1000.service          loaded    failed failed User Manager for UID 1000

LOAD   = Reflects whether the unit definition was properly loaded.
4 loaded units listed.
`;
  expect(await unitsOf(output)).toEqual([
    'nginx.service',
    'mnt-data.mount',
    'dev-disk-by\\x2dlabel-a.swap',
    'user@1000.service',
  ]);
});

test('a name that no unit can have, or that would be an option, is left out', async () => {
  const output =
    '* -x.service loaded failed failed x\n* ../../etc/shadow loaded failed failed x\n* $(id).service loaded failed failed x\n* a.service loaded failed failed x\n';
  expect(await unitsOf(output)).toEqual(['a.service']);
});

test('at most fifty, and how many there are', async () => {
  const output = Array.from({ length: 60 }, (_, index) => `* u${index}.service loaded failed failed x\n`);
  expect(await unitsOf(output.join(''))).toEqual({
    elements: Array.from({ length: 50 }, (_, index) => `u${index}.service`),
    leftOut: 'the first 50 of 60 units that failed',
  });
});

test('no unit has failed', async () => {
  expect(await unitsOf('0 loaded units listed.\n')).toEqual({ nothing: 'no unit has failed' });
});

test('a host on which systemctl does not answer', async () => {
  const output = 'System has not been booted with systemd as init system (PID 1).\n';
  expect(await unitsOf(output, 1)).toEqual({
    nothing: 'systemctl lists no units here, so it is not known whether one has failed',
  });
});
