import type { SettingValue } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { rpmVPackageList, rpmVPkgList } from './providers.js';

const of = (settings: Record<string, SettingValue> = {}) =>
  rpmVPkgList.definition.evaluate(fakeContext(fakeHost(), settings));

describe('rpm_v_pkg_list', () => {
  it('gives the setting, sorted and distinct', async () => {
    expect(await of({ rpm_V_package_list: ['sudo', 'bash', 'sudo'] })).toEqual(['bash', 'sudo']);
    expect(await of()).toContain('glibc');
    expect(await of({ rpm_V_package_list: [] })).toEqual({
      nothing: 'the setting rpm_V_package_list is empty',
    });
  });

  it('has a setting that is checked', () => {
    for (const name of ['libstdc++', 'java-1.8.0-openjdk'])
      expect(rpmVPackageList.check?.(name)).toBeUndefined();
    for (const name of ['', '-a', 'a b', '--root=/x', '/etc/passwd'])
      expect(rpmVPackageList.check?.(name)).toMatch(/^must be/);
  });
});
