import { expect, test } from 'vitest';
import { createArchiveHost } from './host.js';
import type { OpenedArchive } from './opened-archive.js';
import { type ArchiveSession, createArchiveSession } from './shell/session.js';
import { archiveOf, outcomesOf } from './testing/archive-of.js';

const insightsOf = (files: Readonly<Record<string, string>>, ...outcomes: readonly object[]): OpenedArchive =>
  archiveOf(files, { kind: 'insights', outcomes: outcomesOf(...outcomes) });

/** A session over an archive whose metadata has these last lines of tracebacks. */
const sessionWith = async (...errors: readonly string[]): Promise<ArchiveSession> =>
  await createArchiveSession(insightsOf({ 'etc/hosts': '' }, { status: 'failed', errors }));

test.each([
  [
    'a program that was not found',
    'a.ContentException: Command not found: /usr/bin/abrt',
    { problem: 'absent', reason: 'command not found: /usr/bin/abrt' },
  ],
  [
    'an output that was empty',
    'ContentException: Empty (after filtering): insights_commands/abrt',
    { rc: 0 },
  ],
  [
    'a command that failed',
    "a.CalledProcessError: (127, ['/usr/bin/abrt'], b'no output')",
    { rc: 127, reason: '/usr/bin/abrt exited with 127' },
  ],
  [
    'a command that a signal ended',
    `a.CalledProcessError: (-9, ['timeout', '-s', '9', '10', '/usr/bin/abrt'], b"it's")`,
    { rc: -9, reason: '/usr/bin/abrt exited with -9' },
  ],
  [
    'a command that failed, as Python 2 says it',
    "CalledProcessError: (1, ['/usr/bin/abrt'], 'no output')",
    { rc: 1, reason: '/usr/bin/abrt exited with 1' },
  ],
])('the errors of insights-core tell of %s', async (_, error, end) => {
  const host = await createArchiveHost(insightsOf({}, { status: 'failed', errors: [error] }));
  expect(await host.run('/usr/bin/abrt')).toStrictEqual({ rc: undefined, output: Buffer.alloc(0), ...end });
  expect(await host.which('/usr/bin/abrt')).toBe('rc' in end ? '/usr/bin/abrt' : undefined);
});

test.each([
  ["(1, ['/bin/a', 'two words', 'it\\'s \"so\"'], b'')", ['/bin/a', 'two words', `it's "so"`]],
  ["(1, ['/bin/a', 'back\\\\slash'], b'')", ['/bin/a', 'back\\slash']],
  [`(1, ['/bin/a', "it's", 'x'], b'')`, ['/bin/a', "it's", 'x']],
  ["(1, ['/bin/a', 'a', 'b', 'c', 'd'], b'')", ['/bin/a', 'a', 'b', 'c', 'd']],
  ["(1, ['timeout', '-s', '9', '10', '/bin/a', 'a'], b'')", ['/bin/a', 'a']],
])('the words of the failed command %s are those of its list in Python', async (message, words) => {
  const session = await sessionWith(`CalledProcessError: ${message}`);
  expect(session.lines).toHaveLength(1);
  expect(session.same(words)?.output.rc).toBe(1);
});

test.each([
  'a.ValueError: Command not found: /bin/a',
  'a.ValueError: /etc/a does not exist.',
  'a.ValueError: Empty (after filtering): insights_commands/a',
  "a.ValueError: (1, ['/bin/a'], b'')",
  'a.ContentException: Command not found: /bin/a b',
  'a.ContentException: No. Command not found: /bin/a',
  'a.ContentException: /etc/a does not exist. Or does it',
  'a.ContentException: If /etc/a does not exist.',
  'a.ContentException: If Cannot access /etc/a',
  'a.ContentException: If Empty (after filtering): insights_commands/a',
  'a.ContentException: If Empty (after filtering): /etc/a',
  "a.ContentException: (1, ['/bin/a'], b'')",
  "a.CalledProcessError: If (1, ['/bin/a'], b'')",
  "a.CalledProcessError: (one, ['/bin/a'], b'')",
  "a.CalledProcessError: (1, ['/bin/a'])",
  "a.CalledProcessError: (1, [], b'')",
  'a.CalledProcessError: nonsense',
  '  raise a.ContentException: Command not found: /bin/a',
  '  raise a.ContentException: /etc/a does not exist.',
  `a.ContentException: Empty (after filtering): /etc/a/${'b'.repeat(9000)}`,
  `a.CalledProcessError: (1, ['/bin/a', '${'b'.repeat(9000)}'], b'')`,
])('the text %j tells nothing', async (text) => {
  const session = await sessionWith(text);
  expect(session.lines).toEqual([]);
  expect(await session.names('/etc')).toEqual(['hosts']);
  expect(() => session.open('/etc/a')).toThrow('/etc/a: not in the archive');
  const host = await createArchiveHost(insightsOf({ 'insights_commands/a_-x': 'A' }, { errors: [text] }));
  expect(await host.which('/bin/a')).toBe('/bin/a');
});

test('each error of each spec counts', async () => {
  const session = await createArchiveSession(
    insightsOf(
      {},
      { errors: ['a.ContentException: /etc/a does not exist.', 'a.ContentException: Cannot access /etc/b'] },
      {},
      { errors: ['a.ContentException: Empty (after filtering): /etc/c'] },
    ),
  );
  expect(() => session.open('/etc/a')).toThrow(
    expect.objectContaining({ problem: 'absent', message: '/etc/a: did not exist' }),
  );
  expect(() => session.open('/etc/b')).toThrow(
    expect.objectContaining({ problem: 'denied', message: '/etc/b: could not be read' }),
  );
  expect(session.open('/etc/c').file.bytes).toBe(0);
  expect(await session.names('/')).toEqual(['etc']);
});

test('what is stored counts more than an error of another spec', async () => {
  const host = await createArchiveHost(
    insightsOf(
      { 'insights_commands/dmesg': 'line', 'insights_commands/lsmod': 'Module', 'etc/a': 'A' },
      {
        errors: [
          'ContentException: Empty (after filtering): insights_commands/dmesg',
          'ContentException: Empty (after filtering): /etc/a',
          "CalledProcessError: (1, ['/sbin/lsmod'], b'')",
        ],
      },
    ),
  );
  expect(await host.run('/bin/dmesg')).toStrictEqual({ rc: 0, output: Buffer.from('line') });
  expect(await host.run('/sbin/lsmod')).toStrictEqual({ rc: 0, output: Buffer.from('Module') });
  expect(Buffer.from(await host.readFile('/etc/a')).toString()).toBe('A');
});

test('each command is listed once, with its words if the metadata has them', async () => {
  const source = { kind: 'command', argv: ['/bin/echo', 'two words'] };
  const session = await createArchiveSession(
    insightsOf(
      {
        'insights_commands/echo_two_words': 'words',
        'insights_commands/uname_-a': 'Linux',
        'insights_containers/0123/insights_commands/ps_aux': 'PS',
        'insights_containers/0123/etc/os/release': 'RHEL',
      },
      {
        items: [
          { path: 'insights_commands/echo_two_words', source },
          { path: 'insights_commands/lost', source: { kind: 'command', argv: ['/bin/lost'] } },
          { path: 'insights_commands/uname_-a', source: { kind: 'file', path: '/a' } },
          { path: 'insights_commands/uname_-a' },
        ],
      },
      { items: [{ path: 'insights_commands/uname_-a', source, rc: 9 }] },
    ),
  );
  expect(session.lines).toEqual([
    "/bin/echo 'two words'",
    'podman exec 0123 cat /etc/os/release',
    'podman exec 0123 ps aux',
    'uname -a',
  ]);
  expect(session.same(['/bin/lost'])).toBeUndefined();
  expect(session.same(['podman', 'exec', '0123', 'ps', 'aux'])).toMatchObject({ output: { rc: 0 } });
  expect(session.same(['docker', 'exec', '0123', '/bin/ps', 'aux'])).toMatchObject({
    output: { rc: 0 },
    recorded: 'podman exec 0123 ps aux',
  });
  expect(session.same(['docker', 'exec', '4567', 'ps', 'aux'])).toBeUndefined();
  expect(session.same(['echo', 'two words'])).toMatchObject({ output: { rc: 0, file: { bytes: 5 } } });
});

test('each container has outputs and files of its own', async () => {
  const host = await createArchiveHost(
    insightsOf(
      {
        'insights_containers/0123/insights_commands/ps_aux': 'first',
        'insights_containers/4567/insights_commands/ps_aux': 'second',
        'insights_containers/0123/etc/os': 'one',
        'insights_containers/4567/etc/os': 'two',
      },
      { errors: ["a.CalledProcessError: (125, ['docker', 'exec', '0123'], b'')"] },
    ),
  );
  const printed = async (...argv: readonly string[]): Promise<string> =>
    Buffer.from((await host.run(argv)).output).toString();
  expect(await printed('podman', 'exec', '0123', 'ps', 'aux')).toBe('first');
  expect(await printed('docker', 'exec', '4567', '/usr/bin/ps', 'aux')).toBe('second');
  expect(await printed('/usr/bin/docker', 'exec', '0123', 'cat', '/etc/os')).toBe('one');
  expect(await printed('podman', 'exec', '4567', 'cat', '/etc/os')).toBe('two');
  for (const argv of [
    ['podman', 'logs', '0123', 'cat', '/etc/os'],
    ['podman-compose', 'exec', '0123', 'cat', '/etc/os'],
    ['ssh', 'exec', '0123', 'cat', '/etc/os'],
    ['cat', '/etc/os'],
    ['podman', 'exec', '0123'],
    ['podman', 'exec'],
  ])
    expect(await host.run(argv)).toMatchObject({ rc: undefined, problem: 'absent' });
});

const listing = '/tmp:\ntotal 0\n\n/var/log:\ntotal 4\n-rw-r--r--. 1 root root 5 Jan 1 2026 /srv/list.txt';
const savedOutputs = {
  'insights_commands/ls_la': `${listing}\nls: cannot access '/gone': No such file or directory\n`,
  'insights_commands/ls_lan_filtered': listing,
  'insights_commands/ansible_telemetry': 'telemetry',
  'insights_commands/pmlogsummary_based_on_pcp_zeroconf_archives': 'summary',
};

test.each([
  ['/bin/ls -la /tmp', '/tmp:'],
  ['/bin/ls -la /tmp /var/log', '/var/log:'],
  ['/bin/ls -la -- /var/log', '/var/log:'],
  ['/bin/ls -la /srv/list.txt', '/srv/list.txt'],
  ['/bin/ls -la /gone', 'cannot access'],
  ['/bin/ls -lan /tmp', '/tmp:'],
  ['/usr/bin/env python3 /usr/share/ansible/telemetry.py', 'telemetry'],
  ['/usr/bin/pmlogsummary -a /var/log/pcp', 'summary'],
])('%s has the output that insights-core stores under a name of its own', async (line, part) => {
  const host = await createArchiveHost(insightsOf(savedOutputs));
  const { rc, output } = await host.run(line);
  expect(rc).toBe(0);
  expect(Buffer.from(output).toString()).toContain(part);
});

test.each([
  '/bin/ls -la',
  '/bin/ls -la /tmp /other',
  '/bin/ls -la /etc',
  '/bin/ls -la /log',
  '/bin/ls -lan_filtered /tmp',
  '/bin/ls -laR /tmp',
  '/bin/ls la /tmp',
  '/bin/ls',
  '/bin/dir -la /tmp',
  '/usr/bin/env python3 /usr/share/ansible/telemetry.py --other',
  '/bin/nice /usr/bin/env python3 /usr/share/ansible/telemetry.py',
  '/bin/nice /usr/bin/pmlogsummary -a /var/log/pcp',
  '/usr/bin/pmlogsummary',
])('%s has none of the outputs that insights-core stores under names of its own', async (line) => {
  const host = await createArchiveHost(insightsOf(savedOutputs));
  expect(await host.run(line)).toMatchObject({
    rc: undefined,
    problem: 'absent',
    reason: `the archive has no output of ${line}`,
  });
});
