import { createLocalHost } from '@hostspec/local-host';
import { type Catalog, commandWithArgs, compose, defineProvider, slice } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot } from '../testing/cli.js';
import { archiveOf, ok, runInProcess } from '../testing/in-process.js';
import { chainOf } from './explain-spec.js';

test('explain says why the file that a provider starts from is not read', async () => {
  const root = directoryOf({ 'etc/hostname': 'x' });
  expect((await runInProcess(['explain', 'httpd_conf', '--root', root])).stdout).toContain(
    '/etc/httpd/conf/httpd.conf: no such file or directory',
  );
});

test('explain says that the spec comes first', async () => {
  const archive = await archiveOf({});
  expect((await runInProcess(['explain', archive, 'hosts'])).stderr).toBe(
    `hostspec: ${archive} is a file; the spec comes first: hostspec explain SPEC ARCHIVE\n`,
  );
});

describe('explain', () => {
  test('shows condition, provider and sources on a host', async () => {
    const root = fakeRoot({ 'sys/class/net/eth0/address': '02:00\n' });
    const text = await ok('explain', 'mac_addresses', '--root', root);
    expect(text).toBe(
      `mac_addresses = glob_file(["/sys/class/net/*/address"])
  domain networking
  origin https://github.com/RedHatInsights/insights-core
  would be read or run
    /sys/class/net/eth0/address
`,
    );
    const aws = await ok('explain', 'aws_instance_id_doc', '--root', root);
    expect(aws).toMatch(/^ {2}only if IsAWS\n {4}IsAWS does not hold: \S/m);
    expect(aws).toMatch(/^ {2}skipped: not on AWS: /m);
    expect(await ok('explain', 'ethtool', '--root', root)).toMatch(
      /^ {2}provider interfaces returns nothing: \S/m,
    );
    const chain = JSON.parse(await ok('explain', 'ethtool', '--root', root, '--json'));
    expect(chain).toMatchObject({
      name: 'ethtool',
      chain: {
        domain: 'networking',
        providers: [{ name: 'interfaces', kind: 'nothing' }],
        gap: { status: 'skipped' },
      },
    });
  });

  test('a missing file is absent, not skipped, and every pattern is named', async () => {
    const root = fakeRoot({});
    const httpd = JSON.parse(await ok('explain', 'httpd_conf', '--root', root, '--json'));
    expect(httpd.chain.gap).toEqual({
      status: 'absent',
      reason: '/etc/httpd/conf/httpd.conf: no such file or directory',
    });
    const tomcat = JSON.parse(await ok('explain', 'tomcat_web_xml', '--root', root, '--json'));
    expect(tomcat.chain.gap.status).toBe('absent');
    expect(tomcat.chain.gap.reason).toMatch(/no file matches .*; no file matches /);
  });

  test('shows the outcome of a spec in an archive', async () => {
    const archive = await archiveOf({ 'etc/sysconfig/network-scripts/ifcfg-eth0': 'a' });
    const text = await ok('explain', 'ifcfg', archive);
    expect(text).toMatch(/^ifcfg: collected in /);
    expect(text).toContain(
      '  /etc/sysconfig/network-scripts/ifcfg-eth0 -> data/etc/sysconfig/network-scripts/ifcfg-eth0 (1 B)\n',
    );
    expect(text).toContain('ifcfg = glob_file(["/etc/sysconfig/network-scripts/ifcfg-*"])\n');
    for (const words of [['--root', '/'], ['--sudo'], ['--enter-mounts'], ['--timeout', '3']])
      expect(await runInProcess(['explain', 'lsmod', archive, ...words])).toMatchObject({
        status: 2,
        stderr: `hostspec: ${words.join(' ')} cannot be combined with ARCHIVE ${archive}; give only one of them\n`,
      });
    expect(await ok('explain', 'lsmod', archive)).toMatch(/^lsmod: absent in .*\n {2}commands are not run/);
    expect(JSON.parse(await ok('explain', 'ifcfg', archive, '--json'))).toMatchObject({
      name: 'ifcfg',
      outcome: { status: 'collected' },
      chain: { written: expect.any(String) },
    });
  });

  test('rejects a name that is in neither catalog nor archive', async () => {
    expect((await runInProcess(['explain', '--variant', 'b', 'ethtol'])).stderr).toContain(
      'named "ethtol"; did you mean ethtool?',
    );
    expect(await runInProcess(['explain', 'ethtol', await archiveOf({})])).toMatchObject({ status: 2 });
  });

  test('does not show a secret', async () => {
    const token = defineProvider({ name: 'token', doc: 'd', yields: 'string', evaluate: () => 'T0P-SECRET' });
    const command = '/usr/bin/curl -H "X-Token: %s" http://127.0.0.1:1/';
    const options = { doc: 'd', secret: 'curl-config' } as const;
    const site = slice({
      name: 'site',
      version: '1.0.0',
      specs: { asked: commandWithArgs(command, token(), options) },
      providers: [token],
    });
    const chain = await chainOf('asked', compose(site) as unknown as Catalog, { host: createLocalHost({}) });
    expect(chain.providers).toEqual([{ name: 'token', kind: 'value', reason: 'a secret, not shown' }]);
    expect(chain.sources).toHaveLength(1);
    expect(JSON.stringify(chain)).not.toContain('T0P-SECRET');
  });
});
