import { expect, test } from 'vitest';
import { archiveOf, outcomesOf } from '../testing/archive-of.js';
import { evaluate } from './evaluate.js';
import { hasAnswer } from './has-answer.js';
import { createArchiveSession } from './session.js';
import { parseLine } from './words.js';

const command = (...argv: readonly string[]): object => ({ kind: 'command', argv });
const archive = archiveOf(
  { 'c/disk': 'HEALTH\n', 'c/empty': '', 'etc/hosts': 'x\n' },
  {
    kind: 'hostspec',
    manifest: { hostname: 'web01' },
    outcomes: outcomesOf({
      items: [
        { path: 'c/disk', source: command('/usr/sbin/smartctl', '-n', 'standby', '-x', '/dev/sda'), rc: 0 },
        { path: 'c/empty', source: command('/bin/quiet'), rc: 0 },
        { path: 'etc/hosts', source: { kind: 'file', path: '/etc/hosts' } },
      ],
      misses: [
        { source: command('/bin/gone', '-x'), status: 'absent', reason: 'command not found: /bin/gone' },
      ],
    }),
  },
);

test.each([
  ['smartctl -x /dev/sda', true],
  ['smartctl -x /dev/sda1', true],
  ['smartctl -x /dev/sda | grep nothing', true],
  ['smartctl -x /dev/sdb1', false],
  ['quiet', true],
  ['gone -x', false],
  ['other', false],
  ['other 2>/dev/null', false],
  ['cat /etc/hosts', true],
  ['cat /etc/other | sort', false],
  ['other | head', false],
])('whether the archive answers %s', async (line, expected) => {
  const session = await createArchiveSession(archive);
  expect(await hasAnswer(line, session)).toBe(expected);
});

test.each(['log | grep nothing', 'grep nothing /var/log/big | tail'])(
  'only the beginning of a log is read for %s, unless it was cut',
  async (line) => {
    let read = 0;
    const log = {
      bytes: 20_000,
      async *stream() {
        for (; read < 20_000; read += 1000) yield Buffer.alloc(1000, 'x\n');
        yield Buffer.from('nothing\n');
      },
    };
    const answers: boolean[] = [];
    const reads: number[] = [];
    for (const truncated of [undefined, { reason: 'over the limit', bytes: 9, kept: 1 }]) {
      read = 0;
      const items = [
        { path: 'c/log', source: command('/bin/log'), rc: 0, truncated },
        { path: 'var/log/big', source: { kind: 'file', path: '/var/log/big' }, truncated },
      ];
      const more = {
        kind: 'hostspec',
        manifest: { hostname: 'web01' },
        outcomes: outcomesOf({ items }),
      } as const;
      const files = new Map([
        ['c/log', log],
        ['var/log/big', log],
      ]);
      const session = await createArchiveSession({ ...archiveOf({}, more), files });
      answers.push(await hasAnswer(line, session));
      reads.push(read);
    }
    expect(answers).toEqual([true, true]);
    expect(reads).toEqual([0, 20_000]);
  },
);

test.each([
  ['/dev/sda1', '/dev/sda'],
  ['/dev/nvme0n1p2', '/dev/nvme0n1'],
])('the disk of %s answers for it, and the answer says so', async (partition, disk) => {
  const source = command('/usr/sbin/smartctl', '-n', 'standby', '-x', disk);
  const outcomes = outcomesOf({ items: [{ path: 'c/disk', source, rc: 0 }] });
  const session = await createArchiveSession(
    archiveOf({ 'c/disk': 'HEALTH\n' }, { kind: 'hostspec', manifest: { hostname: 'web01' }, outcomes }),
  );
  let said = '';
  let printed = '';
  await evaluate(
    parseLine(`smartctl -x ${partition}`),
    { session, directory: '/' },
    {
      out: { write: (content) => (printed += Buffer.from(content).toString()) },
      shown: { printable: (text) => text, bytes: String },
      problem: (text) => (said += text),
      note: (text) => (said += text),
    },
  );
  expect(printed).toBe('HEALTH\n');
  expect(said).toContain(`smartctl -n standby -x ${disk}`);
});
