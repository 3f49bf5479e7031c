import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectInto, memorySink, plan } from '@hostspec/engine';
import { compose, simpleCommand, simpleFile, slice } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { openPolicy, type PolicyHost, type PolicyOptions, readPolicyOptions } from './index.js';

/** Writes a file and returns its path. */
function file(text: string, mode = 0o600): string {
  const directory = temporaryDirectory();
  const path = join(directory, 'file');
  writeFileSync(path, text, { mode });
  return path;
}

const catalog = compose(
  slice({
    name: 'site',
    version: '1.0.0',
    specs: {
      hosts: simpleFile('/etc/hosts', { doc: 'a' }),
      lsmod: simpleCommand('/sbin/lsmod', { doc: 'b' }),
      app: simpleFile('/etc/app.conf', { doc: 'c' }),
    },
  }),
);

const files = {
  '/etc/hosts': '10.20.30.40 web1\n',
  '/etc/app.conf': 'one\npassword = Quiet7Harbour\nthe acme plant\nzephyr 10.20.30.40\n',
};

/** Collects as a program with this library would. Returns the status or content of each spec. */
async function collected(options: PolicyOptions, more: Partial<PolicyHost> & { files?: object } = {}) {
  const fake = fakeHost({
    files: { ...files, ...more.files },
    commands: { '/sbin/lsmod': { output: 'x\n' } },
  });
  const host = { ...fake, hostname: async () => 'web1' } as unknown as PolicyHost['host'];
  const policy = await openPolicy(options);
  const { denied, redaction = 'none' } = await policy.on({ elsewhere: undefined, ...more, host });
  const denials = denied && { denials: denied.denials };
  const sink = memorySink();
  await collectInto(await plan(catalog, { host, ...denials }), {
    ...{ catalog, host, sink, redaction },
    ...denials,
  });
  const all: Record<string, string> = {};
  for (const [name, { status, reason, items }] of sink.outcomes)
    all[name] = items[0] ? new TextDecoder().decode(await sink.read(items[0])) : `${status}: ${reason}`;
  await sink.close();
  return all;
}

describe('a program with the library', () => {
  test('masks secrets, and leaves out what a deny file names', async () => {
    const deny = file('files: [/etc/hosts]\ncommands: [/sbin/lsmod]\npatterns: [acme]\nkeywords: [zephyr]\n');
    const { hosts, lsmod, app } = await collected({ deny });
    expect([hosts, lsmod]).toEqual([`denied: left out by ${deny}`, `denied: left out by ${deny}`]);
    expect(app).toMatch(/^one\npassword = __secret_secret_column\w+\n__secret_keyword\w+ 10\.20\.30\.40\n$/);
    expect((await collected({ deny, keepSecrets: true })).app).toMatch(
      /^one\npassword = Quiet7Harbour\n__secret_keyword\w+ 10\.20\.30\.40\n$/,
    );
    expect((await collected({})).app).toContain('the acme plant');
  });

  test('obeys the deny file of another machine, too', async () => {
    const own = { files: { '/etc/hostspec/deny.yaml': 'files: [/etc/app.conf]\n' } };
    expect((await collected({}, { ...own, elsewhere: 'web1' })).app).toMatch(/^denied: left out by /);
    expect((await collected({}, own)).app).toMatch(/^one\n/);
  });

  test('collects nothing with a deny file that it does not understand', async () => {
    const deny = file('file: [/etc/hosts]\n');
    await expect(openPolicy({ deny })).rejects.toMatchObject({
      name: 'UsageError',
      subject: 'deny',
      message: expect.stringContaining(`${deny}:1:1: "file" is not known; allowed: specs, files`),
    });
    await expect(openPolicy({ deny: '/nowhere/x' })).rejects.toThrow('deny /nowhere/x cannot be read');
  });

  test('replaces identity, with the key of a file and none of a mapped archive', async () => {
    const options = { map: ['ip'], key: file('ab'.repeat(32)) };
    const first = (await collected(options)).app;
    expect(first).not.toContain('10.20.30.40');
    expect((await collected(options)).app).toBe(first);
    const mapped = { kinds: ['ip'], keyCheck: 'x' } as never;
    await expect(collected(options, { mapped })).rejects.toThrow('map ip is not allowed for an archive');
    await expect(openPolicy({ map: ['names'] })).rejects.toThrow(
      'map "names" is not allowed; allowed: identity,',
    );
  });

  test('takes the options of a configuration file, and leaves its other settings alone', async () => {
    const deny = file('specs: [hosts]\n');
    const config = file(`keep-secrets: true\nmap: []\ndeny: ${deny}\nother: 3\n`);
    const { subject, ...options } = await readPolicyOptions(config);
    expect(options).toEqual({ keepSecrets: true, deny });
    expect(subject?.('deny')).toBe(`${config}: deny`);
    const { hosts, app } = await collected(options);
    expect(hosts).toBe(`denied: left out by ${deny}`);
    expect(app).toContain('Quiet7Harbour');
    expect(await readPolicyOptions(config, ['key'])).toEqual({ subject: expect.any(Function) });
    await expect(readPolicyOptions(file('deny: x\n'))).rejects.toThrow('allowed: an absolute path');
  });
});
