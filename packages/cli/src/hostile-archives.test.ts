import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { randomNumbers } from '../../../tools/test/seed.js';
import { directoryOf, fakeRoot } from './testing/cli.js';
import { runInProcess } from './testing/in-process.js';

/** These tests have a row in this section of ASSURANCE. */
const promise = { meta: { assurance: 'Data of strangers' } };

interface Result {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

async function hostspec(...argv: string[]): Promise<Result> {
  const { status, stdout: out, stderr: err } = await runInProcess(argv);
  return { status, out, err };
}

/** A small archive, and the catalog it was made with. */
async function made(): Promise<{ archive: string; catalog: string }> {
  const root = fakeRoot({ 'etc/sysconfig/a': 'a\n', 'etc/sysconfig/b': 'b\n' });
  const catalog = join(directoryOf({}), 'catalog.yaml');
  writeFileSync(
    catalog,
    `extends: []
add:
  hosts: {type: simple_file, path: /etc/hosts, doc: d}
  many: {type: glob_file, patterns: [/etc/sysconfig/*], doc: d}
  names: {type: listdir, path: /etc/sysconfig, doc: d}
  gone: {type: simple_file, path: /etc/gone, doc: d}
  date: {type: simple_command, command: /bin/date, doc: d}
`,
  );
  const archive = join(directoryOf({}), 'archive');
  const { status, err } = await hostspec(
    ...['collect', '--root', root, '--catalog', catalog, '--format', 'directory', '--output', archive],
  );
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return { archive, catalog };
}

/** Checks that the result, whatever it is, is not a bug in hostspec. */
function expectSentence({ status, out, err }: Result, what: string): void {
  expect([0, 1, 2], `${what}: ${err}`).toContain(status);
  expect(`${out}${err}`, what).not.toMatch(/\n\s+at |TypeError|RangeError|\[object |undefined/);
  if (status !== 0 && out === '') expect(err, what).toMatch(/^hostspec: .+\n$/);
}

const wrong: readonly unknown[] = [
  null,
  7,
  -1,
  1e300,
  true,
  'x',
  '',
  '../..',
  [],
  [null],
  {},
  { length: 1 },
  [[[[]]]],
];

/** The key path of every value inside a JSON value. */
function placesOf(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))];
}

/** Of the places of one field in several elements of an array, the first. */
const onePerField = (places: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(
    places.toReversed().map((place) => [place.join('.').replaceAll(/\b\d+\b/g, '*'), place]),
  ).values(),
];

/** The value with another value at a place, or without the place if the other value is `undefined`. */
function changed(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const holder = copy as Record<string, unknown>;
  const inner = changed(holder[key], rest, other);
  if (inner === undefined && Array.isArray(copy)) copy.splice(Number(key), 1);
  else if (inner === undefined) delete holder[key];
  else holder[key] = inner;
  return copy;
}

test('a manifest with any field changed is read, or refused with a one-line error', {
  ...promise,
  timeout: 300_000,
}, async () => {
  const { archive, catalog } = await made();
  const copy = join(temporaryDirectory(), 'copy');
  cpSync(archive, copy, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
  const output = temporaryDirectory();
  let next = 0;
  const collect = ['collect', '--archive', copy, '--catalog', catalog, '--quiet', '--output'];
  const commands: (() => string[])[] = [
    () => ['read', copy],
    () => ['read', copy, 'many'],
    () => ['read', copy, '--json'],
    () => ['verify', copy],
    () => ['diff', copy, archive],
    () => ['diff', archive, copy, '--brief'],
    () => ['explain', 'many', copy, '--catalog', catalog],
    () => ['check-secrets', copy],
    () => ['show-redactions', copy],
    () => ['redact', copy, '--output', join(output, `${next}.copy`)],
    () => ['plan', '--archive', copy, '--catalog', catalog],
    () => [...collect, join(output, `${next}.tar.gz`)],
  ];
  // A third of the values, which are others in the next run.
  const draw = randomNumbers();
  for (const place of onePerField(placesOf(manifest)))
    for (const other of [undefined, ...wrong].filter(() => draw(3) === 0)) {
      writeFileSync(join(copy, 'manifest.json'), JSON.stringify(changed(manifest, place, other)) ?? '');
      const argv = commands[next++ % commands.length]?.() ?? [];
      expectSentence(await hostspec(...argv), `${argv[0]} with ${place.join('.')} ${JSON.stringify(other)}`);
    }
  expect(next).toBeGreaterThan(10 * commands.length);
});

test(
  'a line of NDJSON with any field changed is read, or refused with a one-line error',
  promise,
  async () => {
    const { archive, catalog } = await made();
    const directory = temporaryDirectory();
    const whole = join(directory, 'whole.ndjson');
    const ndjson = await hostspec(
      ...['collect', '--archive', archive, '--catalog', catalog, '--format', 'ndjson', '--output', whole],
    );
    expect(ndjson.status).toBe(0);
    const lines = readFileSync(whole, 'utf8').trimEnd().split('\n');
    const copy = join(directory, 'copy.ndjson');
    let next = 0;
    for (const [index, line] of lines.entries())
      for (const place of placesOf(JSON.parse(line))) {
        const other = [undefined, ...wrong][next++ % (wrong.length + 1)];
        const edited = JSON.stringify(changed(JSON.parse(line), place, other)) ?? '';
        writeFileSync(copy, lines.toSpliced(index, 1, edited).join('\n'));
        const argv = next % 2 === 0 ? ['verify', copy] : ['read', copy, 'many'];
        expectSentence(
          await hostspec(...argv),
          `${place.join('.')} of line ${index} ${JSON.stringify(other)}`,
        );
      }
  },
);

test('metadata of insights-core with any field changed are read or ignored', promise, async () => {
  const { catalog } = await made();
  const metadata = {
    name: 'insights.specs.Specs.hosts',
    exec_time: 0,
    errors: ['insights.core.exceptions.ContentException: Cannot access /etc/x'],
    results: [
      {
        type: 'insights.core.spec_factory.ContainerCommandProvider',
        object: {
          ...{ rc: 0, cmd: '/bin/ls a', args: ['a'], relative_path: 'etc/hosts', save_as: 'x' },
          ...{ image: 'i', engine: 'podman', container_id: 'c' },
        },
      },
    ],
    ser_time: 0,
  };
  const others = [undefined, ...wrong, { toString: 1, valueOf: 2 }, [{ toString: null }]];
  const path = 'meta_data/insights.specs.Specs.hosts.json';
  const archive = directoryOf({ [path]: '', 'data/etc/hosts': 'x', 'insights_archive.txt': '' });
  const commands = [
    ['read', archive],
    ['plan', '--archive', archive, '--catalog', catalog],
  ];
  for (const place of placesOf(metadata))
    for (const [index, other] of others.entries()) {
      writeFileSync(join(archive, path), JSON.stringify(changed(metadata, place, other)) ?? '');
      const argv = commands[index % commands.length] ?? [];
      expectSentence(await hostspec(...argv), `${argv[0]} with ${place.join('.')} ${JSON.stringify(other)}`);
    }
});

test('the manifest of a sos report with any field changed is used or ignored', promise, async () => {
  const { catalog } = await made();
  const command = { exec: '/bin/date', filepath: 'sos_commands/date/date', return_code: 0 };
  const manifest = { components: { report: { plugins: { date: { commands: [command] } } } } };
  const path = 'sos_reports/manifest.json';
  const archive = directoryOf({ [path]: '', 'sos_commands/date/date': 'now\n', 'etc/hosts': 'x' });
  for (const place of placesOf(manifest))
    for (const other of [undefined, ...wrong, '__proto__']) {
      writeFileSync(join(archive, path), JSON.stringify(changed(manifest, place, other)) ?? '');
      const what = `${place.join('.')} ${JSON.stringify(other)}`;
      const result = await hostspec('plan', '--archive', archive, '--catalog', catalog);
      expectSentence(result, what);
      expect(result.status, what).toBe(0);
    }
});

test('a journal with any field changed is completed, or refused with a one-line error', {
  ...promise,
  timeout: 300_000,
}, async () => {
  const { archive } = await made();
  const {
    specs: _,
    outcomes,
    kind: __,
    ...head
  } = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
  const specs = outcomes.map(({ name, domain, type }: Record<string, string>) => ({ name, domain, type }));
  const journal = [
    {
      kind: 'hostspec journal',
      formatVersion: 1,
      format: 'directory',
      name: 'out',
      top: 'out',
      process: '1 0',
    },
    { start: { ...head, specs } },
    ...outcomes.map((outcome: { items: readonly object[] }) => ({
      outcome,
      stored: outcome.items.map(() => ({ file: 'data/x', offset: 0 })),
    })),
  ];
  let next = 0;
  for (const place of placesOf(journal)) {
    const other = [undefined, ...wrong][next++ % (wrong.length + 1)];
    const parent = temporaryDirectory();
    const work = join(parent, 'inner/.out.0123456789ab.partial');
    cpSync(join(archive, 'data'), join(work, 'data'), { recursive: true });
    for (const at of readdirSync(work, { recursive: true, withFileTypes: true }))
      chmodSync(join(at.parentPath, at.name), at.isDirectory() ? 0o700 : 0o600);
    chmodSync(work, 0o700);
    const lines = changed(journal, place, other);
    const text = (Array.isArray(lines) ? lines : [lines]).map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(join(work, 'journal.ndjson'), text.join(''), { mode: 0o600 });
    const result = await hostspec('finish', work);
    expectSentence(result, `${place.join('.')} ${JSON.stringify(other)}`);
    expect(readdirSync(parent), place.join('.')).toEqual(['inner']);
  }
  expect(next).toBeGreaterThan(100);
});

const evil = '\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp.\u2028\nhostspec: all is well\r';

test('text from an archive cannot control the terminal or begin a line', promise, async () => {
  const { archive, catalog } = await made();
  const copy = join(temporaryDirectory(), 'copy');
  cpSync(archive, copy, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
  manifest.hostname = manifest.tool = manifest.interrupted = evil;
  manifest.notes = manifest.notEntered = [evil];
  for (const outcome of manifest.outcomes) {
    outcome.status = outcome.reason = outcome.domain = outcome.type = evil;
    for (const item of outcome.items)
      Object.assign(item, { element: evil, saveAs: evil, truncated: { reason: evil } });
    for (const miss of outcome.misses)
      Object.assign(miss, { reason: evil, source: { kind: 'command', argv: [evil] } });
  }
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(copy, 'data/etc', evil.replaceAll('/', '')), evil);
  for (const argv of [
    ['read', copy],
    ['read', copy, '--json'],
    ['read', copy, 'gone'],
    ['read', copy, evil],
    ['verify', copy],
    ['verify', copy, '--json'],
    ['diff', copy, archive],
    ['diff', archive, copy, '--json'],
    ['explain', 'many', copy, '--catalog', catalog],
    ['explain', 'gone', copy, '--catalog', catalog, '--json'],
    ['plan', '--archive', copy, '--catalog', catalog],
    ['show', evil, '--catalog', catalog],
    ['finish', evil],
    [evil],
  ]) {
    const { out, err } = await hostspec(...argv);
    expect(`${out}${err}`, argv.join(' ')).not.toMatch(
      /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^hostspec: all is/mu,
    );
  }
});

test('changed content is compared as it is, and reported', promise, async () => {
  const { archive } = await made();
  const copy = join(temporaryDirectory(), 'copy');
  cpSync(archive, copy, { recursive: true });
  const hosts = join(copy, 'data/etc/hosts');
  const text = readFileSync(hosts, 'utf8');
  writeFileSync(hosts, text.replace('localhost', 'evilhosts'));
  const { status, out } = await hostspec('diff', archive, copy);
  expect(status).toBe(0);
  expect(out).toContain('~ etc/hosts');
  expect(out).toContain('+127.0.0.1 evilhosts');
  expect(out).toMatch(
    /copy: data\/etc\/hosts was changed: it has sha256 [0-9a-f]{64}, the manifest says [0-9a-f]{64}\n/,
  );
  const { altered } = JSON.parse((await hostspec('diff', archive, copy, '--json')).out);
  expect(altered).toMatchObject([{ archive: copy, spec: 'hosts', path: 'etc/hosts' }]);
  expect((await hostspec('diff', archive, archive)).out).not.toContain('was changed');
});
