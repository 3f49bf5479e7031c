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
  expect(await hasAnswer(line, { session, directory: '/' })).toBe(expected);
});

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
