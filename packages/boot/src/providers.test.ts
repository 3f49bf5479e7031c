import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { currentInitrd } from './providers.js';

const initrdOf = (files: Readonly<Record<string, string>>) =>
  currentInitrd.definition.evaluate(fakeContext(fakeHost({ files })));
const release = '/proc/sys/kernel/osrelease';

test('the initramfs of the running kernel', async () => {
  const path = '/boot/initrd.img-6.1.0-28-amd64';
  expect(await initrdOf({ [release]: '6.1.0-28-amd64\n', [path]: '' })).toBe(path);
  expect(await initrdOf({ [release]: '6.1.0-29-amd64\n', [path]: '' })).toEqual({
    nothing: 'no /boot/initrd.img-6.1.0-29-amd64',
    status: 'absent',
  });
});

test.each(['', '../etc/passwd', 'a b', '-x/y'])('a release that no kernel has: %j', async (text) => {
  const files = { [release]: text, [`/boot/initrd.img-${text}`]: '' };
  expect(await initrdOf(files)).toEqual({ nothing: `${release} has no release`, status: 'absent' });
});
