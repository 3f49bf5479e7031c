import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackages } from '@hostspec/facts';
import { fakeContext, namespacedHost, namespacedHostNeeds, needs } from '@hostspec/testing';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { rpmVPkgList } from './providers.js';
import { software } from './specs.js';

const spec = `Name: hostspec-probe
Version: 1.2
Release: 3
Summary: A package for a test
License: None
Vendor: The "Best" Vendor
BuildArch: noarch
%description
Nothing.
%install
mkdir -p %{buildroot}/opt
echo text > %{buildroot}/opt/hostspec-probe
%files
/opt/hostspec-probe
`;

needs(
  'rpm',
  'rpmbuild',
  ...namespacedHostNeeds,
)("reads a real rpm database through the entries' own commands", async () => {
  const directory = temporaryDirectory();
  const inside = await namespacedHost();
  const run = async (command: string) => new TextDecoder().decode((await inside.host.run(command)).output);
  try {
    writeFileSync(join(directory, 'probe.spec'), spec);
    inside.prepare('mount', '-t', 'tmpfs', 'tmpfs', '/mnt');
    for (const path of ['/etc', '/var', '/opt']) {
      inside.prepare('mkdir', '-p', `/mnt/upper${path}`, `/mnt/work${path}`);
      const options = `lowerdir=${path},upperdir=/mnt/upper${path},workdir=/mnt/work${path}`;
      inside.prepare('mount', '-t', 'overlay', 'overlay', '-o', options, path);
    }
    inside.prepare('sh', '-c', 'mkdir -p /etc/rpm && echo "%_dbpath /var/lib/probe" > /etc/rpm/macros');
    inside.prepare('rpmbuild', '-bb', '--define', `_topdir ${directory}`, join(directory, 'probe.spec'));
    inside.prepare('rpm', '-i', '--nodeps', join(directory, 'RPMS/noarch/hostspec-probe-1.2-3.noarch.rpm'));

    expect(await run(software.specs.installed_rpms.command)).toContain('"name":"hostspec-probe"');
    const packages = await installedPackages(inside.host);
    expect([...packages]).toEqual([['hostspec-probe', [{ version: '1.2', release: '3' }]]]);

    inside.prepare('sh', '-c', 'echo other > /opt/hostspec-probe');
    const settings = { rpm_V_package_list: ['hostspec-probe', 'absent'] };
    const [absent, probe] = [
      await rpmVPkgList.definition.evaluate(fakeContext(inside.host, settings)),
    ].flat();
    expect(await run(`/bin/rpm -V ${absent}`)).toBe('package absent is not installed\n');
    expect(await run(`/bin/rpm -V ${probe}`)).toMatch(/^\S*5\S* +\/opt\/hostspec-probe$/m);
  } finally {
    await inside.end();
  }
});
