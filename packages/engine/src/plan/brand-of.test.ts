import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalHost } from '@hostspec/local-host';
import { simpleFile, slice } from '@hostspec/spec';
import { beforeAll, expect, test } from 'vitest';
import { sharedDirectory } from '../../../../tools/test/folder.js';
import { plan } from '../index.js';
import { checkBrand } from './brand-of.js';

const root = sharedDirectory();
beforeAll(() => void mkdirSync(join(root, 'etc')));

const paths = slice({
  name: 'paths',
  version: '1.0.0',
  specs: {
    loader: simpleFile('/boot/efi/EFI/<vendor>/grub.cfg', { doc: 'Loader' }),
    release: simpleFile('/etc/<vendor>-release', { doc: 'Release' }),
    client: simpleFile('/etc/<client>-client/id', { doc: 'Client' }),
  },
});

async function brandOf(osRelease: string, brand = {}) {
  writeFileSync(join(root, 'etc/os-release'), osRelease);
  return (await plan(paths, { host: createLocalHost({ root }), brand })).brand;
}

test.each([
  ['NAME="Red Hat Enterprise Linux"\nID="rhel"\n', { vendor: 'redhat' }],
  ['ID="centos"\n', { vendor: 'centos' }],
  ["ID='rocky'\n", { vendor: 'rocky' }],
  ['ID=almalinux\n', { vendor: 'almalinux' }],
  ['ID="ol"\n', { vendor: 'oracle', efiVendor: 'redhat' }],
  ['NAME=Fedora\nID=fedora\n', { vendor: 'fedora' }],
  ['VERSION_ID="12"\nID=debian\n', { vendor: 'redhat', efiVendor: 'debian' }],
  ['ID=ubuntu\nID_LIKE=debian\n', { vendor: 'redhat', efiVendor: 'ubuntu' }],
  ['ID=constructor\n', { vendor: 'redhat' }],
  ['', { vendor: 'redhat' }],
])('%j has the brand %j', async (osRelease, brand) => {
  expect(await brandOf(osRelease)).toEqual({ client: 'insights', ...brand });
});

test('the user’s words take precedence, on the EFI partition too', async () => {
  expect(await brandOf('ID=ol\n', { vendor: 'acme' })).toEqual({ vendor: 'acme', client: 'insights' });
  expect(await brandOf('ID=rocky\n', { client: 'probe' })).toEqual({ vendor: 'rocky', client: 'probe' });
});

test('the words of a brand are single parts of paths', () => {
  expect(() => checkBrand({ vendor: 'a', client: 'B-1.x_y', efiVendor: undefined as never })).not.toThrow();
  expect(() => checkBrand({})).not.toThrow();
  for (const word of ['', '.', '-a', 'a/b', 'a b', 'a\n', 1])
    expect(() => checkBrand({ client: word as string })).toThrow(
      expect.objectContaining({
        code: 'INVALID_OPTION',
        message: `brand client ${JSON.stringify(word)} is not allowed; allowed: letters, digits, ., _ and -, the first a letter or digit`,
        subject: 'brand',
        value: word,
      }),
    );
});
