import { rpmQueryFormat } from '@hostspec/facts';
import { hostError } from '@hostspec/spec';
import { type FakeHostDescription, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { cloud } from './cloud.js';
import { isAws, isAzure, isGcp } from './conditions.js';

const dmidecode = (bios: string, system: string, chassis = '') => ({
  '/usr/sbin/dmidecode': `# dmidecode 3.3
Handle 0x0000, DMI type 0, 24 bytes
BIOS Information
${bios}
Handle 0x0001, DMI type 1, 27 bytes
System Information
${system}
Handle 0x0003, DMI type 3, 22 bytes
Chassis Information
\tManufacturer: Chassis
${chassis}
`,
});

const qemu = dmidecode(
  '\tVendor: SeaBIOS\n\tVersion: 1.15.0-1',
  '\tManufacturer: Red Hat\n\tUUID: 4c4c4544-0042',
);
const rpm = (host: FakeHostDescription, names: readonly string[]): FakeHostDescription => ({
  ...host,
  files: { '/var/lib/rpm/rpmdb.sqlite': 'x', ...host.files },
  commands: { ...host.commands, [rpmLine]: names.map(row).join('\n') },
});
const row = (name: string) =>
  `{"name":"${name}","epoch":"(none)","version":"4.0","release":"1.el8","arch":"noarch"}`;

const rpmLine = `/bin/rpm -qa --qf '${rpmQueryFormat}'`;

const providerOn = async (description: FakeHostDescription) => (await cloud(fakeHost(description))).provider;

describe('the cloud that a host runs in', () => {
  test('Nitro instance of AWS: BIOS vendor', async () => {
    const commands = dmidecode(
      '\tVendor: Amazon EC2\n\tVersion: 1.0',
      '\tManufacturer: Amazon EC2\n\tUUID: ec2a1b2c-0000',
      '\tAsset Tag: Amazon EC2',
    );
    expect(await cloud(fakeHost({ commands }))).toEqual({
      provider: 'AWS',
      reason: 'the BIOS vendor is Amazon EC2',
    });
  });

  test('Xen instance of AWS: BIOS version', async () => {
    const commands = dmidecode('\tVendor: Xen\n\tVersion: 4.11.amazon', '\tManufacturer: Xen');
    expect(await cloud(fakeHost({ commands }))).toEqual({
      provider: 'AWS',
      reason: 'the BIOS version is 4.11.amazon',
    });
  });

  test('UUID and asset tag, if the BIOS gives no sign', async () => {
    const bios = '\tVendor: Other\n\tVersion: 1';
    const tag = '\tAsset Tag: Amazon EC2';
    expect(await cloud(fakeHost({ commands: dmidecode(bios, '\tUUID: EC2F0000-1', tag) }))).toEqual({
      provider: 'AWS',
      reason: 'the system UUID begins with ec2 and the asset tag is Amazon EC2',
    });
    expect(await providerOn({ commands: dmidecode(bios, '\tUUID: 1-ec2f0000', tag) })).toBeUndefined();
    expect(await providerOn({ commands: dmidecode(bios, '\tUUID: 4c4c4544-1', tag) })).toBeUndefined();
    expect(await providerOn({ commands: dmidecode(bios, '\tUUID: ec2f0000-1') })).toBeUndefined();
  });

  test('firmware from /sys if dmidecode is missing', async () => {
    expect(await providerOn({ files: { '/sys/class/dmi/id/bios_vendor': 'Google\n' } })).toBe('GCP');
    expect(
      await providerOn({
        files: { '/sys/class/dmi/id/chassis_asset_tag': '7783-7084-3265-9085-8269-3286-77\n' },
      }),
    ).toBe('Azure');
  });

  test('Azure by an enabled repository', async () => {
    const repo = (enabled: string) => ({
      commands: qemu,
      files: {
        '/etc/yum.repos.d/redhat.repo': '[rhel-8-baseos-rpms]\nenabled = 1\n',
        '/etc/yum.repos.d/rh-cloud.repo': `# [a comment]\n[rhui-microsoft-azure-rhel8]\nname=RHUI\n${enabled}\n[other]\nenabled=0\n`,
      },
    });
    expect(await cloud(fakeHost(repo('enabled=1')))).toEqual({
      provider: 'Azure',
      reason: '/etc/yum.repos.d/rh-cloud.repo has the repository rhui-microsoft-azure-rhel8',
    });
    for (const enabled of ['', 'enabled=01', 'enabled=0 # no', 'not_enabled=0', 'enabled=1\n#enabled=0'])
      expect(await providerOn(repo(enabled)), enabled).toBe('Azure');
    for (const disabled of ['enabled = 0', ' enabled=no', 'Enabled  =  False', 'enabled=off \r'])
      expect(await providerOn(repo(disabled)), disabled).toBeUndefined();
  });

  test('Azure by a repository of the distribution, whose name has spaces around it', async () => {
    const files = { '/etc/distro.repos.d/cloud.repo': '  [ rhui-microsoft-azure ]\n' };
    expect((await cloud(fakeHost({ files }))).reason).toMatch(/ has the repository rhui-microsoft-azure$/);
  });

  test.each(['# rhui-microsoft-azure\n[other]\n', '[other]\nname=[rhui-microsoft-azure]\n', '\n'])(
    'the name of a repository of Azure counts in a heading only: %j',
    async (text) => {
      expect(await providerOn({ files: { '/etc/yum.repos.d/x.repo': text } })).toBeUndefined();
    },
  );

  test('recorded facts of subscription-manager come first', async () => {
    const facts = (content: string) => ({
      commands: dmidecode('\tVendor: Google\n\tVersion: Google', '\tManufacturer: Google'),
      files: { '/var/lib/rhsm/facts/facts.json': content },
    });
    expect(await providerOn(facts('{"azure_instance_id": "1d2c", "uname.machine": "x86_64"}'))).toBe('Azure');
    expect(await providerOn(facts('{"azure_instance_id": null}'))).toBe('GCP');
    for (const garbage of ['', '{', 'null', '[1]', '"aws_instance_id"', '\u0000\u0001'])
      expect(await providerOn(facts(garbage))).toBe('GCP');
    const files = { '/etc/rhsm/facts/cloud.facts': '{"aws_instance_id":"i-1"}' };
    expect(await cloud(fakeHost({ files }))).toEqual({
      provider: 'AWS',
      reason: '/etc/rhsm/facts/cloud.facts has aws_instance_id',
    });
  });

  test('Alibaba by the manufacturer, also under the older product name', async () => {
    const commands = dmidecode('\tVendor: SeaBIOS', '\tManufacturer: Alibaba Cloud');
    expect(await cloud(fakeHost({ commands }))).toEqual({
      provider: 'Alibaba Cloud',
      reason: 'the system manufacturer is Alibaba Cloud',
    });
  });

  test.each([
    ['{"v1": {"cloud_name": "aws", "platform": "ec2"}}', 'AWS'],
    ['{"v1": {"cloud_name": "azure"}}', 'Azure'],
    ['{"v1": {"cloud-name": "gce"}}', 'GCP'],
    ['{"v1": {"cloud_name": "aliyun"}}', 'Alibaba Cloud'],
    ['{"v1": {"cloud_name": "oracle"}}', 'Oracle Cloud'],
    ['{"v1": {"cloud_name": "ibmcloud"}}', 'IBM Cloud'],
    ['{"v1": {"cloud_name": "nocloud", "cloud-name": "gce"}}', 'GCP'],
    ['{"v1": {"cloud_name": "nocloud"}}', undefined],
    ['{"v1": {"cloud_name": 5}}', undefined],
    ['{"v1": null}', undefined],
    ['garbage', undefined],
  ])('cloud-init recorded %s', async (content, provider) => {
    expect(
      await providerOn({ commands: qemu, files: { '/run/cloud-init/instance-data.json': content } }),
    ).toBe(provider);
  });

  test('the id that cloud-init recorded', async () => {
    expect(await cloud(fakeHost({ files: { '/run/cloud-init/cloud-id': 'aws-china\n' } }))).toEqual({
      provider: 'AWS',
      reason: 'cloud-init recorded the cloud name aws-china',
    });
  });

  test.each([
    ['rh-amazon-rhui-client', 'AWS'],
    ['google-rhui-client-rhel8', 'GCP'],
    ['oracle-cloud-agent', 'Oracle Cloud'],
    ['my-google-rhui-client', undefined],
  ])('the package %s', async (name, provider) => {
    const found = await cloud(fakeHost(rpm({ commands: qemu }, ['bash', name])));
    expect(found.provider).toBe(provider);
    if (provider) expect(found.reason).toBe(`the package ${name} is installed`);
  });

  test('IBM by the subscription server', async () => {
    const conf = (hostname: string) => ({
      files: {
        '/etc/rhsm/rhsm.conf': `[server]\n# hostname = x.networklayer.com\nhostname = ${hostname}\nproxy_hostname =\n`,
      },
    });
    expect(await cloud(fakeHost(conf('rhsm.service.networklayer.com')))).toEqual({
      provider: 'IBM Cloud',
      reason: 'the subscription server is rhsm.service.networklayer.com',
    });
    expect(await providerOn(conf('networklayer.com'))).toBe('IBM Cloud');
    for (const other of ['subscription.rhsm.redhat.com', 'evilnetworklayer.com', 'networklayer.com.example'])
      expect(await providerOn(conf(other)), other).toBeUndefined();
  });

  test.each(['hostname=x.networklayer.com', ' \thostname  =  x.networklayer.com'])(
    'the subscription server, written as %j',
    async (line) => {
      expect(await providerOn({ files: { '/etc/rhsm/rhsm.conf': line } })).toBe('IBM Cloud');
    },
  );

  test('a directory that cannot be listed shows nothing, but a fault of the host is not hidden', async () => {
    const files = { '/run/cloud-init/cloud-id': 'aws' };
    const failing = (error: Error) => ({ ...fakeHost({ files }), glob: () => Promise.reject(error) });
    expect((await cloud(failing(hostError('denied', 'permission denied')))).provider).toBe('AWS');
    await expect(cloud(failing(new TypeError('a fault')))).rejects.toThrow('a fault');
  });

  test('an empty host or a host of garbage is not in a cloud', async () => {
    expect(await providerOn({})).toBeUndefined();
    const garbage = '\u0000\uffff[[[{{{\n\n====\n';
    expect(
      await providerOn({
        commands: { '/usr/sbin/dmidecode': garbage },
        files: {
          '/etc/yum.repos.d/x.repo': garbage,
          '/etc/rhsm/rhsm.conf': garbage,
          '/run/cloud-init/cloud-id': garbage,
        },
      }),
    ).toBeUndefined();
  });

  test('nothing that may send a packet is run', async () => {
    const host = fakeHost(rpm({ commands: qemu }, ['bash']));
    await cloud(host);
    expect(host.ran.filter((line) => !/^\/usr\/sbin\/dmidecode$|^\/bin\/rpm -qa /.test(line))).toEqual([]);
  });
});

test('all files are asked for before the first answer is there', async () => {
  const repositories = ['/etc/yum.repos.d/a.repo', '/etc/yum.repos.d/b.repo'];
  const wanted = [
    ...repositories,
    '/run/cloud-init/instance-data.json',
    '/run/cloud-init/cloud-id',
    '/etc/rhsm/rhsm.conf',
  ];
  const host = fakeHost({ files: Object.fromEntries(wanted.map((path) => [path, ''])) });
  const asked = new Set<string>();
  let answer = (): void => {};
  const all = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const found = await cloud({
    ...host,
    async readFile(path, options) {
      asked.add(path);
      if (wanted.every((each) => asked.has(each))) answer();
      if (wanted.includes(path)) await all;
      return host.readFile(path, options);
    },
  });
  expect(found.provider).toBeUndefined();
});

describe('conditions', () => {
  const azure = fakeContext(
    fakeHost({ files: { '/sys/class/dmi/id/chassis_asset_tag': '7783-7084-3265-9085-8269-3286-77' } }),
  );

  test('hold only on their own cloud, and say why', async () => {
    expect(await isAzure.definition.evaluate(azure)).toEqual({
      holds: true,
      reason: 'on Azure: the chassis asset tag is 7783-7084-3265-9085-8269-3286-77',
    });
    expect(await isAws.definition.evaluate(azure)).toEqual({
      holds: false,
      reason: 'not on AWS: on Azure, the chassis asset tag is 7783-7084-3265-9085-8269-3286-77',
    });
    expect(await isGcp.definition.evaluate(fakeContext(fakeHost()))).toEqual({
      holds: false,
      reason: expect.stringMatching(/^not on GCP: no sign of a cloud provider/),
    });
  });
});
