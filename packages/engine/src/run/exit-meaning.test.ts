import { firstOf, foreachExecute, simpleCommand } from '@hostspec/spec';
import { afterEach, expect, test, vi } from 'vitest';
import { collectSpecs, hostOf } from '../testing/collect-specs.js';
import { isMissingInside, isWalkedInPart, meaningOf } from './exit-meaning.js';

const doc = { doc: 'A test.' };
const command = (text: string, rc: number): string => `/bin/sh -c 'echo "${text}"; exit ${rc}'`;

afterEach(() => {
  vi.restoreAllMocks();
});

test('a status in emptyRc means empty, or keeps the output; other statuses mean failed', async () => {
  const emptyRc = [1, 7];
  const outcomes = await collectSpecs({
    silent: simpleCommand(`/bin/sh -c 'exit 7'`, { ...doc, emptyRc }),
    counted: simpleCommand(command('/etc/passwd:0', 1), { ...doc, emptyRc }),
    other: simpleCommand(command('broken', 2), { ...doc, emptyRc }),
    plain: simpleCommand(command('/etc/passwd:0', 1), doc),
  });
  expect(outcomes.silent).toMatchObject({ status: 'empty', misses: [{ rc: 7 }] });
  expect(outcomes.counted).toMatchObject({
    status: 'collected',
    texts: ['/etc/passwd:0\n'],
    items: [{ rc: 1 }],
  });
  expect(outcomes.other.status).toBe('failed');
  expect(outcomes.plain.status).toBe('failed');
});

test('a failed command is absent if its status or part of its output is in absentWhen', async () => {
  const absentWhen = [3, 'No such thing (x+)'];
  const outcomes = await collectSpecs({
    status: simpleCommand(command('gone', 3), { ...doc, absentWhen }),
    text: simpleCommand(command('tool: No such thing (x+), sorry', 1), { ...doc, absentWhen }),
    pattern: simpleCommand(command('tool: No such thing xx', 1), { ...doc, absentWhen }),
    kept: simpleCommand(command('No such thing (x+)', 3), { ...doc, absentWhen, keepRc: true }),
    fine: simpleCommand(command('No such thing (x+)', 0), { ...doc, absentWhen }),
  });
  expect(outcomes.status).toMatchObject({ status: 'absent', reason: '/bin/sh exited with 3: gone' });
  expect(outcomes.text).toMatchObject({ status: 'absent', misses: [{ rc: 1 }] });
  expect(outcomes.pattern.status).toBe('failed');
  expect(outcomes.kept.status).toBe('collected');
  expect(outcomes.fine.status).toBe('collected');
});

test('a usage of BusyBox means that its program has fewer options than the one that the command is for', () => {
  const usage =
    ': BusyBox v1.36.1 (2024-06-10 07:11:47 UTC) multi-call binary.\n\nUsage: ip [OPTIONS] address|route\n';
  expect(meaningOf(1, usage, {}, false)).toBe('absent');
  expect(meaningOf(1, usage.replace(': ', ': unknown option -x\n'), {}, false)).toBe('absent');
  expect(meaningOf(1, 'sh: BusyBox is not a multi-call binary', {}, false)).toBe('failed');
});

test('a nested spec has its own emptyRc, and a provider with such a status has no elements', async () => {
  const outcomes = await collectSpecs({
    own: firstOf([simpleCommand(command('gone', 3), { absentWhen: [3] })], { ...doc, absentWhen: [4] }),
    inherited: firstOf([simpleCommand(command('gone', 4))], { ...doc, absentWhen: [4] }),
    elements: foreachExecute('/bin/echo %s', simpleCommand(`/bin/sh -c 'exit 1'`, { emptyRc: [1] }), doc),
  });
  expect(outcomes.own.status).toBe('absent');
  expect(outcomes.inherited.status).toBe('absent');
  expect(outcomes.elements).toMatchObject({
    status: 'skipped',
    reason: expect.stringMatching(/^"\S+.*" printed nothing$/),
  });
});

test('a command without permission is denied, whatever its status means', async () => {
  const options = { ...doc, emptyRc: [1], absentWhen: [2, 'No such file'], effects: { needsRoot: true } };
  const { effects: _, ...forAll } = options;
  const outcomes = await collectSpecs(
    {
      says: simpleCommand(command('No such file, or Permission denied', 1), forAll),
      silent: simpleCommand(`/bin/sh -c 'exit 1'`, options),
      status: simpleCommand(`/bin/sh -c 'exit 2'`, options),
      gone: simpleCommand(command('x: No such file', 1), options),
      fails: simpleCommand(command('broken', 3), forAll),
    },
    { host: hostOf(1000) },
  );
  const asRoot = { says: simpleCommand(command('Permission denied', 3), options) };
  expect((await collectSpecs(asRoot, { host: hostOf(0) })).says.status).toBe('failed');
  expect(outcomes.fails.status).toBe('failed');
  expect(outcomes.says.status).toBe('denied');
  expect(outcomes.silent).toMatchObject({ status: 'denied', reason: expect.stringMatching(/^needs root: /) });
  expect(outcomes.status.status).toBe('denied');
  expect(outcomes.gone).toMatchObject({ status: 'absent', reason: '/bin/sh exited with 1: x: No such file' });
});

const complaint = "/usr/bin/find: '/var/log/private': Permission denied";

test.each([
  ['find', 1, `${complaint}\n/var/log/syslog\n`, true],
  ['find', 1, '/var/log/syslog\n', true],
  ['du', 1, "8\t/var/log\ndu: cannot read directory '/var/log/private': Permission denied\n", true],
  ['find', 1, `${complaint}\n`, false],
  ['find', 1, '', false],
  ['find', 0, '/var/log/syslog\n', false],
  ['find', undefined, '/var/log/syslog\n', false],
  [
    'find',
    1,
    'find: unrecognized: -printf\nBusyBox v1.35.0 (Debian) multi-call binary.\n\nUsage: find\n',
    false,
  ],
  ['ls', 1, '/var/log/syslog\n', false],
])('%s that exits with %j and prints %j gave a part: %j', (program, rc, printed, isPart) => {
  expect(isWalkedInPart([`/usr/bin/${program}`, '/var/log'], rc, printed)).toBe(isPart);
});

test('a program that find runs can fail for other reasons', () => {
  expect(isWalkedInPart(['/usr/bin/find', '/etc', '-exec', '/bin/a', '{}', '+'], 1, 'it broke\n')).toBe(
    false,
  );
});

test('what find found is kept if it could not look at a part, and the outcome says so', async () => {
  const find = '/usr/bin/find /etc/hostname /none';
  const specs = {
    all: simpleCommand(find, doc),
    asked: simpleCommand(find, { ...doc, absentWhen: ['No such file'] }),
    forRoot: simpleCommand(find, { ...doc, effects: { needsRoot: true } }),
  };
  const { all, asked, forRoot } = await collectSpecs(specs, { host: hostOf(1000) });
  for (const each of [all, asked])
    expect(each).toMatchObject({
      status: 'truncated',
      reason: expect.stringMatching(
        /^\/usr\/bin\/find .*: \/usr\/bin\/find exited with 1: .*\/none.*: No such file/,
      ),
      texts: [expect.stringContaining('/etc/hostname\n')],
    });
  expect(forRoot.status).toBe('denied');
});

test('a command without an exit status is never absent', () => {
  expect(meaningOf(undefined, ': gone', { absentWhen: ['gone'] }, false)).toBe('failed');
  expect(meaningOf(undefined, '', {}, true)).toBe('failed');
  expect(meaningOf(undefined, '', { effects: { needsRoot: true } }, true)).toBe('denied');
  expect(meaningOf(undefined, '', { effects: { needsRoot: true } }, false)).toBe('failed');
});

test('a status in absentWhen is no part of the output, and a user needs no effects', () => {
  const journal = 'No journal files were opened due to insufficient permissions.';
  expect([true, false].map((isUser) => meaningOf(1, journal, {}, isUser))).toEqual(['denied', 'failed']);
  expect(meaningOf(1, 'it has 3', { absentWhen: [3] }, false)).toBe('failed');
  expect(meaningOf(1, '', {}, true)).toBe('failed');
  expect(meaningOf(1, '', { effects: { network: true }, emptyRc: [1] }, true)).toBe('nothing found');
});

test.each([
  [127, '', true],
  [1, ': cat: /etc/x: No such file or directory', true],
  [1, ': /x: cat: /etc/x: No such file or directory', false],
  [1, ': cat: /etc/x: No such file or directory, or so', false],
  [1, ': cat: /etc/x: Permission denied', false],
  [2, ': cat: /etc/x: No such file or directory', false],
  [126, '', false],
  [undefined, ': cat: /etc/x: No such file or directory', false],
])('a container program that exits with %j and prints "%s" is missing: %j', (rc, printed, missing) => {
  expect(isMissingInside(rc, printed)).toBe(missing);
});
