import { createLocalHost } from '@hostspec/local-host';
import {
  type CollectingHost,
  type CommandEnd,
  defineCondition,
  type Host,
  type SpecOptions,
  simpleCommand,
  type TakePiece,
} from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { collectSpecs, describeSpecs, doc } from '../testing/collect-specs.js';
import { journalCommand, readJournal, turnedRound } from './journal.js';
import { roomOf } from './room.js';

const turned = (output: string, isPartial = false): string =>
  Buffer.concat([...turnedRound(Buffer.from(output), isPartial)]).toString();

test('entries are turned round, each with its further lines', () => {
  expect(turned('3 c\n2 b\n  more of b\n\tand more\n1 a\n')).toBe('1 a\n2 b\n  more of b\n\tand more\n3 c\n');
  expect(turned('')).toBe('');
  expect(turned('1 a\n')).toBe('1 a\n');
  expect(turned('2 b\n-- Reboot --\n1 a\n')).toBe('1 a\n-- Reboot --\n2 b\n');
  expect(turned('-- Logs begin at Mon, end at Tue. --\n2 b\n1 a\n')).toBe(
    '-- Logs begin at Mon, end at Tue. --\n1 a\n2 b\n',
  );
});

test('the entry at which an output was cut is left out, unless it is the only one', () => {
  expect(turned('3 c\n2 b\n  mo', true)).toBe('3 c\n');
  expect(turned('3 c\n2 b\n', true)).toBe('3 c\n');
  expect(turned('3 cccc', true)).toBe('3 cccc');
});

test('the command gets the window, in seconds', () => {
  const argv = ['/usr/bin/journalctl', '--no-pager', '-b'];
  const window = { since: 1_700_000_000_900, until: 1_700_000_100_000, asked: '' };
  expect(journalCommand(argv, { window, newest: 10 })).toEqual([
    '/usr/bin/journalctl',
    '-r',
    '--no-pager',
    '-b',
    '--since=@1700000000',
    '--until=@1700000100',
  ]);
  expect(journalCommand(argv, { window: undefined, newest: undefined })).toEqual(argv);
});

/** A host whose journalctl prints entries, the newest first. */
function hostWith(entries: number, end: CommandEnd = { rc: 0 }) {
  const ran: { argv: readonly string[]; signal?: string | undefined }[] = [];
  const host: Pick<CollectingHost, 'runInto'> = {
    async runInto(argv, take, { maxBytes = Number.POSITIVE_INFINITY, signal } = {}) {
      ran.push({ argv, signal });
      const all = Array.from({ length: entries }, (_, index) => `${entries - index} entry\n`).join('');
      const output = Buffer.from(all).subarray(0, maxBytes);
      for (let at = 0; at < output.length; at += 7) await take(output.subarray(at, at + 7));
      return output.length < all.length ? { rc: 0, cut: { reason: 'cut' } } : end;
    },
  };
  return { host: host as CollectingHost, ran };
}

const read = async (host: CollectingHost, newest: number, room = roomOf(1e6)) => {
  const pieces: Uint8Array[] = [];
  const take = (piece: Uint8Array): void => void pieces.push(new Uint8Array(piece));
  const end = await readJournal(host, ['/usr/bin/journalctl'], { window: undefined, newest, room }, take, {});
  return { end, text: Buffer.concat(pieces).toString() };
};

test('the newest entries are kept, and the program is asked to end', async () => {
  const { host, ran } = hostWith(100);
  const { end, text } = await read(host, 50);
  expect(text).toBe('96 entry\n97 entry\n98 entry\n99 entry\n100 entry\n');
  expect(end.cut?.reason).toBe('newest 46 B, cut at 50 B');
  expect(ran).toEqual([{ argv: ['/usr/bin/journalctl', '-r'], signal: 'SIGTERM' }]);
});

test('a whole journal is not cut', async () => {
  const { host } = hostWith(2);
  expect(await read(host, 1000)).toEqual({ end: { rc: 0 }, text: '1 entry\n2 entry\n' });
});

test('all journals of a run share their bytes', async () => {
  const room = roomOf(100);
  const texts = await Promise.all([1, 2, 3].map(async () => read(hostWith(100).host, 60, room)));
  const bytes = texts.map(({ text }) => text.length);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(100);
  expect(bytes[0]).toBeGreaterThan(40);
  expect((await read(hostWith(100).host, 60, roomOf(0))).end.nothing).toEqual({
    status: 'skipped',
    reason: 'the bytes for the journal in a run, at most 25.0 MiB, are used up',
  });
});

test('a journal that may take only a share of the room leaves something for the next one', async () => {
  const room = roomOf(100, 1 / 2);
  const reads = [1, 2, 3].map(async () => read(hostWith(100).host, 60, room));
  const texts = (await Promise.all(reads)).map(({ text }) => text.length);
  expect(texts).toEqual([46, 19, 10]);
  expect((await Promise.all(reads))[0]?.end.cut?.reason).toBe(
    'newest 46 B, cut at 50 B, half of what was left of the bytes for the journal',
  );
});

describe('a spec of the journal', () => {
  const journal = (
    more: Partial<SpecOptions> = {},
    command = '/usr/bin/journalctl --no-pager -o short-iso -b',
  ) =>
    simpleCommand(command, {
      ...doc,
      journal: { newest: 1000 },
      ...more,
    });

  /** The running machine with a journalctl that prints this. */
  function machineWith(output: string, end: CommandEnd = { rc: 0 }) {
    const ran: (readonly string[])[] = [];
    const host: Host = {
      ...createLocalHost(),
      runInto: async (argv: readonly string[], take: TakePiece) => {
        ran.push(argv);
        await take(Buffer.from(output));
        return end;
      },
    } as CollectingHost;
    return { host, ran };
  }

  const entries = '2026-11-20T10:00:02+0000 b\n2026-11-20T10:00:01+0000 a\n';

  test('has the usual order, its own command as source, and the window in its reason', async () => {
    const { host, ran } = machineWith(entries);
    const { spec } = await collectSpecs(
      { spec: journal() },
      { host, window: { since: '2026-11-20', until: '2026-11-21' } },
    );
    expect(spec).toMatchObject({ status: 'collected', reason: 'window since 2026-11-20 until 2026-11-21' });
    expect(spec.texts).toEqual([
      entries
        .split('\n')
        .slice(0, 2)
        .reverse()
        .map((line) => `${line}\n`)
        .join(''),
    ]);
    expect(spec.items[0]?.source).toEqual({
      kind: 'command',
      argv: '/usr/bin/journalctl --no-pager -o short-iso -b'.split(' '),
    });
    expect(ran[0]).toEqual(
      expect.arrayContaining([
        '-r',
        expect.stringMatching(/^--since=@\d+$/),
        expect.stringMatching(/^--until=@\d+$/),
      ]),
    );
    const whole = await collectSpecs(
      { spec: journal() },
      { host: machineWith(entries).host, fullLogs: true },
    );
    expect(whole.spec.texts).toEqual([entries]);
  });

  test('without entries is empty', async () => {
    for (const fullLogs of [false, true]) {
      const { host } = machineWith('-- No entries --\n');
      const { spec } = await collectSpecs({ spec: journal() }, { host, fullLogs });
      expect(spec).toMatchObject({ status: 'empty', reason: '/usr/bin/journalctl found no entries' });
    }
  });

  test.each([
    ['No journal files were found.\n', 'absent'],
    ['No journal files were opened due to insufficient permissions.\n', 'denied'],
    [
      "Hint: You are currently not seeing messages from other users and the system.\n      Users in groups 'adm' can see all messages.\n      Pass -q to turn off this notice.\n",
      'denied',
    ],
  ])('of which journalctl says %j has no content', async (said, status) => {
    const { host } = machineWith(`${said}-- No entries --\n`);
    const { spec } = await collectSpecs({ spec: journal() }, { host });
    expect(spec).toMatchObject({ status, items: [], reason: expect.stringContaining(said.slice(0, 20)) });
    expect(spec.reason).not.toMatch(/\.(?:$|;)/);
  });

  test('with a message that says so has content', async () => {
    const entry = '2026-11-24T01:00:00+0000 h a[1]: No journal files were found.\n-- No entries --\n';
    const { spec } = await collectSpecs({ spec: journal() }, { host: machineWith(entry).host });
    expect(spec.status).toBe('collected');
  });

  test('that is damaged, or takes too long, keeps what was read, and says so', async () => {
    const damaged = await collectSpecs(
      { spec: journal() },
      { host: machineWith(`${entries}Failed to iterate: Bad message\n`, { rc: 1 }).host },
    );
    expect(damaged.spec).toMatchObject({
      status: 'truncated',
      reason: expect.stringContaining('journalctl exited with 1'),
    });
    const late = await collectSpecs(
      { spec: journal() },
      { host: machineWith(entries, { problem: 'timed out', reason: 'took longer than 10 s' }).host },
    );
    expect(late.spec).toMatchObject({
      status: 'truncated',
      reason: expect.stringContaining('took longer than 10 s'),
    });
    const failed = await collectSpecs(
      { spec: journal() },
      { host: machineWith('No journal files were found.\n', { rc: 1 }).host },
    );
    expect(failed.spec).toMatchObject({ status: 'failed', items: [] });
  });

  describe('of the current boot, beside one of all boots,', () => {
    const specs = {
      boot: journal(),
      previous: journal({}, '/usr/bin/journalctl --no-pager -o short-iso -b -1'),
      recent: journal({}, '/usr/bin/journalctl --no-pager -o short-iso'),
    };
    const window = { since: '2026-11-20' };
    const skipped = {
      status: 'skipped',
      reason: 'recent collects these entries, because of the window since 2026-11-20',
    };

    test('is left out in a window, by the plan, too', async () => {
      const { host } = machineWith(entries);
      const outcomes = await collectSpecs(specs, { host, window });
      expect(outcomes.boot).toMatchObject({ ...skipped, items: [] });
      expect(outcomes.previous.status).toBe('collected');
      const [boot, previous, recent] = await describeSpecs(specs, { host, window });
      expect([boot?.gap, previous?.gap, recent?.gap]).toEqual([skipped, undefined, undefined]);
    });

    test.each([
      ['no window was asked for', { window: undefined }, {}],
      ['the other one is not selected', { skip: ['recent'] }, {}],
      ['the other one is denied', { denied: 'recent' }, {}],
      ['the command of the other one is denied', { denied: specs.recent.command }, {}],
      ['the other one has a condition', {}, { when: { not: { condition: 'Never' } } }],
      ['the other one is smaller', {}, { journal: { newest: 999 } }],
    ])('is collected if %s', async (_why, { denied, ...given }: { denied?: string } & object, more) => {
      const { host } = machineWith(entries);
      const deny = (what: string) => (what === denied ? 'denied' : undefined);
      const never = defineCondition({
        name: 'Never',
        doc: 'Does not hold',
        evaluate: () => ({ holds: false, reason: 'never' }),
      });
      const { boot } = await collectSpecs(
        { ...specs, recent: { ...specs.recent, ...more } },
        {
          host,
          window,
          parts: { conditions: [never] },
          denials: { spec: deny, command: deny, file: () => undefined },
          ...given,
        },
      );
      expect(boot.status).toBe('collected');
    });
  });

  test('of an archive is looked up by its own command', async () => {
    const host = fakeHost({ commands: { '/usr/bin/journalctl --no-pager -o short-iso -b': 'stored\n' } });
    const { spec } = await collectSpecs({ spec: journal() }, { host, window: { since: '-1h' } });
    expect(spec.texts).toEqual(['stored\n']);
  });
});
