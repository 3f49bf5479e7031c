import type { Provider, SettingValue } from '@hostspec/spec';
import { type FakeHostDescription, fakeContext, fakeHost, liveHost, needs } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import * as providers from './providers.js';

const of = (
  provider: Provider,
  settings: Record<string, SettingValue> = {},
  host: FakeHostDescription = {},
) => provider.definition.evaluate(fakeContext(fakeHost(host), settings));

const plain = [
  [providers.listWithLa, 'ls_la_dirs'],
  [providers.listWithLaFiltered, 'ls_la_filtered_dirs'],
  [providers.listWithLan, 'ls_lan_dirs'],
  [providers.listWithLanFiltered, 'ls_lan_filtered_dirs'],
  [providers.listWithLanL, 'ls_lanL_dirs'],
  [providers.listWithLaZ, 'ls_laZ_dirs'],
  [providers.listWithLdH, 'ls_ldH_items'],
  [providers.listWithLdZ, 'ls_ldZ_items'],
] as const;

const recursive = [
  [providers.listWithLanR, 'ls_lanR_dirs'],
  [providers.listWithLanRL, 'ls_lanRL_dirs'],
  [providers.listWithLaRZ, 'ls_laRZ_dirs'],
] as const;

describe('listings', () => {
  it.each([...plain, ...recursive])(
    '$definition.name gives the setting %s sorted and distinct',
    async (provider, name) => {
      const setting = { [name]: ['/var/log', '/srv/two words', '/etc', '/etc'] };
      expect(await of(provider, setting)).toEqual(['/etc', '/srv/two words', '/var/log']);
      expect(await of(provider, { [name]: [] })).toEqual({ nothing: `the setting ${name} is empty` });
      expect(await of(provider)).toEqual(expect.arrayContaining([expect.stringMatching(/^\//)]));
    },
  );

  it.each(plain)('$definition.name adds a missing target to a single one', async (provider, name) => {
    expect(await of(provider, { [name]: ['/x', '/x'] })).toEqual(['/x', '_non_existing_']);
  });

  it.each(recursive)('$definition.name adds nothing to a single one', async (provider, name) => {
    expect(await of(provider, { [name]: ['/x'] })).toEqual(['/x']);
  });
});

const fstab = `UUID=1 / xfs defaults 0 0
UUID=2 /boot/efi/ vfat defaults 0 0
LABEL=x /srv/two\\040words xfs defaults 0 0
/swapfile none swap sw 0 0
tmpfs /tmp tmpfs defaults 0 0
`;

describe('fstab_mounted.dirs', () => {
  const host = { files: { '/etc/fstab': fstab } };

  it('means parent directories in list_with_lan', async () => {
    const setting = { ls_lan_dirs: ['fstab_mounted.dirs', '/etc', '/'] };
    expect(await of(providers.listWithLan, setting, host)).toEqual(['/', '/boot', '/etc', '/srv']);
  });

  it('means the mount points in list_with_ldZ', async () => {
    const setting = { ls_ldZ_items: ['fstab_mounted.dirs', '/etc'] };
    expect(await of(providers.listWithLdZ, setting, host)).toEqual([
      '/',
      '/boot/efi',
      '/etc',
      '/srv/two words',
      '/tmp',
    ]);
  });

  it.each([
    [providers.listWithLan, 'ls_lan_dirs'],
    [providers.listWithLdZ, 'ls_ldZ_items'],
  ] as const)('is left out if fstab is missing or empty: %#', async (provider, name) => {
    expect(await of(provider, { [name]: ['fstab_mounted.dirs', '/etc'] })).toEqual([
      '/etc',
      '_non_existing_',
    ]);
    expect(await of(provider, { [name]: ['fstab_mounted.dirs'] })).toEqual({
      nothing: '/etc/fstab has no mount point',
    });
    const swap = { files: { '/etc/fstab': '/dev/sdb none swap sw 0 0\n\0garbage' } };
    expect(await of(provider, { [name]: ['fstab_mounted.dirs'] }, swap)).toEqual({
      nothing: '/etc/fstab has no mount point',
    });
  });

  it('is not added if the setting lacks it', async () => {
    expect(await of(providers.listWithLan, { ls_lan_dirs: ['/etc', '/x'] }, host)).toEqual(['/etc', '/x']);
    expect(await of(providers.listWithLdZ, { ls_ldZ_items: ['/etc', '/x'] }, host)).toEqual(['/etc', '/x']);
  });

  it('counts the targets that replace it', async () => {
    const setting = { ls_ldZ_items: ['fstab_mounted.dirs'] };
    const one = { files: { '/etc/fstab': '/dev/sda1 / ext4\n' } };
    expect(await of(providers.listWithLdZ, setting, one)).toEqual(['/', '_non_existing_']);
    expect(await of(providers.listWithLdZ, setting, host)).not.toContain('_non_existing_');
  });
});

needs('ls')('makes ls print the heading of a single directory', async () => {
  const host = await liveHost();
  const targets = await providers.listWithLa.definition.evaluate(fakeContext(host, { ls_la_dirs: ['/etc'] }));
  const { output } = await host.run(['/bin/ls', '-la', ...(targets as readonly string[])]);
  expect(new TextDecoder().decode(output)).toMatch(/^\/etc:$/m);
});
