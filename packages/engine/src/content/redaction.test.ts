import { gzipSync } from 'node:zlib';
import {
  defineProvider,
  foreachExecute,
  globFile,
  type Redaction,
  simpleCommand,
  simpleFile,
} from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test, vi } from 'vitest';
import { randomContent } from '../../../../tools/test/seed.js';
import { type CollectOptions, collect, collectInto, memorySink, plan } from '../index.js';
import { catalogOf } from '../testing/collect-specs.js';

const masked = (text: string): string =>
  text.replaceAll('secret', '<mask>').replaceAll('--pin zq7x', '--pin <mask>');

const redaction: Redaction = {
  content() {
    const pieces: Uint8Array[] = [];
    return {
      push(piece) {
        pieces.push(new Uint8Array(piece));
        return new Uint8Array();
      },
      end: () => Buffer.from(masked(Buffer.concat(pieces).toString())),
      masked: () => ({ word: 1 }),
    };
  },
  text: masked,
};

const names = defineProvider({
  name: 'names',
  doc: 'Elements',
  yields: 'list',
  evaluate: async () => ['a secret element'],
});

const broken = defineProvider({
  name: 'broken',
  doc: 'Fails',
  yields: 'list',
  evaluate: async () => {
    throw new Error('cannot ask secret');
  },
});

const catalog = catalogOf(
  {
    content: simpleFile('/etc/app', { doc: 'Content' }),
    path: globFile(['/srv/*'], { doc: 'A path', saveAs: 'secret/' }),
    elements: foreachExecute('show %s', names(), { doc: 'Elements' }),
    no_elements: foreachExecute('show %s', broken(), { doc: 'A provider that fails' }),
    argument: simpleCommand('login --pin zq7x', { doc: 'A secret that only the word before it shows' }),
    failing: simpleCommand('connect --token secret', { doc: 'Standard error' }),
    missing: simpleFile('/etc/secret', { doc: 'A miss' }),
  },
  { providers: [names, broken] },
);

const host = fakeHost({
  files: { '/etc/app': 'password = secret\n', '/srv/secret': 'x\n', '/etc/hostname': 'secret-host\n' },
  commands: {
    "show 'a secret element'": 'shown\n',
    'login --pin zq7x': 'in\n',
    'connect --token secret': { rc: 1, output: 'wrong secret\n' },
  },
});

async function everythingThatLeaves(options: Pick<CollectOptions, 'redaction'>): Promise<string> {
  const sink = memorySink();
  const told: unknown[] = [];
  const recording = {
    ...sink,
    begin: (start: unknown) => void told.push(start),
    open(place: Parameters<typeof sink.open>[0]) {
      told.push(place);
      return sink.open(place);
    },
    async keep(_: unknown, item: Parameters<typeof sink.read>[0]) {
      told.push(item, Buffer.from(await sink.read(item)).toString());
    },
    write: (outcome: unknown) => void told.push(outcome),
  };
  const run = collect(await plan(catalog, { host }), { catalog, host, sink: recording, ...options });
  for (;;) {
    const { done, value } = await run.next();
    told.push(value);
    if (done) return JSON.stringify(told);
  }
}

test('no secret reaches the sink, an outcome or the report', async () => {
  const redacted = await everythingThatLeaves({ redaction });
  expect(redacted).not.toMatch(/secret|zq7x/);
  expect(redacted.match(/<mask>/g)?.length).toBeGreaterThan(10);
  // Each of them is there if secrets are kept.
  const plain = await everythingThatLeaves({ redaction: 'none' });
  for (const text of [
    'password = secret',
    '/srv/secret',
    'secret-host',
    'a secret element',
    'cannot ask secret',
    '"login","--pin","zq7x"',
    'login --pin zq7x',
    'wrong secret',
    '/etc/secret',
    '"saveAs":"secret/"',
  ])
    expect(plain).toContain(text);
});

test.each([{}, { redaction: undefined }])(
  'secrets are masked by the rules of redact with %o',
  async (given) => {
    const leaves = await everythingThatLeaves(given as Pick<CollectOptions, 'redaction'>);
    expect(leaves).toMatch(/password = __secret_password_line_[0-9a-f]{8}__/);
    expect(leaves).toMatch(/"--token","__secret_option_password_[0-9a-f]{8}__"/);
    expect(leaves).not.toMatch(/password = secret|"--token","secret"/);
  },
);

test.each([null, false, '', 'None', 'keep', {}, { content() {} }])(
  'redaction %j is refused',
  async (wrong) => {
    const sink = { ...memorySink(), begin: vi.fn(), close: vi.fn() };
    const options = { catalog, host, sink, redaction: wrong as 'none' };
    await expect(collectInto(await plan(catalog, { host }), options)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringMatching(
        /^redaction is .*; allowed: a redaction, such as .*, or 'none' to keep secrets$/,
      ),
    });
    expect(sink.begin).not.toHaveBeenCalled();
    expect(sink.close).toHaveBeenCalledOnce();
  },
);

test('the sink learns how identity was mapped, if it was', async () => {
  const mapped = { kinds: ['ip', 'host'], keyCheck: '0123abcd' };
  for (const [how, expected] of [
    [{ ...redaction, mapped }, mapped],
    [redaction, undefined],
  ] as const) {
    const sink = memorySink();
    const begin = vi.spyOn(sink, 'begin');
    const context = { catalog, host, sink, redaction: how };
    for await (const _ of collect(await plan(catalog, { host }), context));
    expect(begin.mock.calls[0]?.[0].mapped).toEqual(expected);
  }
});

test('a command keeps its words, but for the one that is masked', async () => {
  const redacted = await everythingThatLeaves({ redaction });
  expect(redacted).toContain('"argv":["login","--pin","<mask>"]');
  expect(redacted).toContain('"argv":["connect","--token","<mask>"]');
});

test.each([
  ['fails', 1015, ''],
  ['find', 1016, 'find: '],
])(
  'what %s says is masked before it is cut: no part of a secret is left at its end',
  async (program, length, start) => {
    // The limit of 1024 characters is inside the word.
    const output = `/found\n${start}${'x'.repeat(length)}secret, and more`;
    const cut = fakeHost({ commands: { [program]: { rc: 1, output } } });
    const specs = { it: simpleCommand(program, { doc: 'Fails' }) };
    const failing = catalogOf(specs);
    const sink = memorySink();
    const run = collect(await plan(failing, { host: cut }), { catalog: failing, host: cut, sink, redaction });
    for await (const _ of run);
    expect(sink.outcomes.get('it')?.reason).toMatch(/x{1000,}<ma?$/);
  },
);

describe('compressed content', () => {
  const packed = catalogOf({
    small: simpleFile('/small', { doc: 'Gzip' }),
    large: simpleFile('/large', { doc: 'Gzip in pieces' }),
    raw: simpleFile('/raw', { doc: 'Gzip that is wanted as it is', raw: true }),
    plain: simpleFile('/plain', { doc: 'Text' }),
  });
  const outcomesWith = async (options: Pick<CollectOptions, 'redaction'>) => {
    const large = gzipSync(randomContent(200_000));
    const files = { '/small': gzipSync('a secret'), '/large': large, '/raw': large, '/plain': 'x\n' };
    const from = fakeHost({ files });
    const opened: string[] = [];
    const sink = memorySink();
    const watched = {
      ...sink,
      open(place: Parameters<typeof sink.open>[0]) {
        opened.push(place.spec);
        return sink.open(place);
      },
    };
    const context = { catalog: packed, host: from, sink: watched, ...options };
    for await (const _ of collect(await plan(packed, { host: from }), context));
    return { opened: opened.sort(), outcome: (name: string) => sink.outcomes.get(name) };
  };

  test('is left out with a word, and never stored, because nothing in it can be masked', async () => {
    // It gives everything on at once, so that content that is not held back reaches the sink.
    const passing: Redaction = {
      content: () => ({ push: (piece) => piece, end: () => new Uint8Array(), masked: () => ({}) }),
      text: (text) => text,
    };
    const { opened, outcome } = await outcomesWith({ redaction: passing });
    expect(opened).toEqual(['plain', 'raw']);
    for (const name of ['small', 'large'])
      expect(outcome(name)).toMatchObject({
        status: 'denied',
        reason: 'left out: it is packed by gzip, so nothing in it could be masked',
        items: [],
      });
  });

  test('is kept if secrets are kept', async () => {
    const { opened } = await outcomesWith({ redaction: 'none' });
    expect(opened).toEqual(['large', 'plain', 'raw', 'small']);
  });
});
