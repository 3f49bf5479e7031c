import { readFileSync } from 'node:fs';
import { collect, memorySink, plan } from '@hostspec/engine';
import {
  type Catalog,
  linuxSecrets,
  type Outcome,
  type Source,
  type Spec,
  specsWithin,
} from '@hostspec/spec';
import { type FakeFile, type HostData, hostFromData } from '@hostspec/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { linuxSpecs } from './index.js';

/** Texts by spec, then by path or, after `$ `, command line. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const planted: Texts = parse(readFileSync(new URL('./secrets.yaml', import.meta.url), 'utf8'));
const passwords = ['Granite3x', 'hunterfalcon', 'winter-bishop-coffee', 'k7%Qm!2x'];

// The date of all fixtures.
const now = new Date(2026, 0, 2, 12);

/** What providers and conditions of the specs ask for. */
const files: Readonly<Record<string, FakeFile>> = {
  '/etc/passwd': 'bob:x:1000:1000::/home/bob:/bin/bash\n',
  '/run/containerd/containerd.sock': { kind: 'socket' },
  '/run/docker.pid': '',
  '/run/pve-cluster.pid': '',
  '/dev/ipmi0': '',
};
const commands = {
  '/usr/bin/systemctl --no-pager --failed': '* app.service loaded failed failed The app\n',
};

type Content = Pick<HostData, 'files' | 'commands'>;

/** A host of no known distribution, which every spec is for. */
const hostOf = (content: Content) =>
  hostFromData({
    os: { ID: 'some' },
    files: { ...files, ...content.files },
    commands: { ...commands, ...content.commands },
  });

const { specs, ...rest } = linuxSpecs as unknown as Catalog;
/** The catalog as if each spec were asked for by its name. */
const catalog: Catalog = {
  ...rest,
  specs: Object.fromEntries(
    Object.entries(specs).map(([name, { onRequest: _, ...spec }]) => [name, spec as Spec]),
  ),
};

const keyOf = (source: Source, commandLine?: string): string =>
  source.kind === 'command' ? `$ ${commandLine}` : source.path;

interface Collected {
  readonly outcomes: readonly Outcome[];
  readonly texts: Texts;
}

async function collected(content: Content): Promise<Collected> {
  const host = hostOf(content);
  const sink = memorySink();
  try {
    for await (const _ of collect(await plan(catalog, { host }), { catalog, host, sink }));
    const outcomes = [...sink.outcomes.values()];
    const texts: Record<string, Record<string, string>> = {};
    for (const { name, items } of outcomes) {
      const own: Record<string, string> = {};
      for (const item of items)
        own[keyOf(item.source, item.commandLine)] = new TextDecoder().decode(await sink.read(item));
      texts[name] = own;
    }
    return { outcomes, texts };
  } finally {
    await sink.close();
  }
}

/** Texts with each text changed. */
const changed = (texts: Texts, change: (text: string, name: string, key: string) => string): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, own]) => [
      name,
      Object.fromEntries(Object.entries(own).map(([key, text]) => [key, change(text, name, key)])),
    ]),
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(passwords)(
  'secrets such as %s are masked in what specs collect, and nothing else',
  async (password) => {
    const filled = changed(planted, (text) => text.replaceAll('«»', password).replace(/[«»]/g, ''));
    const all = Object.values(filled).flatMap((own) => Object.entries(own));
    const { outcomes, texts } = await collected({
      files: Object.fromEntries(
        all
          .filter(([key]) => !key.startsWith('$ '))
          .map(([path, content]) => [path, { content, modified: now.getTime() }]),
      ),
      commands: Object.fromEntries(
        all.filter(([key]) => key.startsWith('$ ')).map(([key, output]) => [key.slice('$ '.length), output]),
      ),
    });
    const found = changed(planted, (_, name, key) =>
      String(texts[name]?.[key]).replace(/__secret_\w+?_[0-9a-f]{8}__/g, '«»'),
    );
    expect(found).toEqual(changed(planted, (text) => text.replace(/«.*?»/g, '«»')));
    expect(JSON.stringify(outcomes)).not.toContain(password);
  },
);

test('what is never collected is not, even where a spec takes every file of a directory, or through a link', async () => {
  const never = linuxSecrets.files.map((path) => path.replaceAll('*', 'x'));
  const isPath = (name: string): boolean => name.includes('/');
  const paths = never.filter(isPath);
  const directories = Object.values(catalog.specs)
    .flatMap((spec) => specsWithin(spec))
    .flatMap((spec) => ('patterns' in spec ? spec.patterns : []))
    .flatMap((glob) => /^(\/[^*?[\]]*)\/\*$/.exec(glob)?.[1] ?? []);
  const inEach = (names: readonly string[], file: FakeFile) =>
    directories.flatMap((directory) => names.map((name) => [`${directory}/${name}`, file] as const));
  const secret = 'kept apart';
  const { texts } = await collected({
    files: Object.fromEntries([
      ...paths.map((path) => [path, secret] as const),
      ...inEach(
        never.filter((name) => !isPath(name)),
        secret,
      ),
      ...inEach(['linked'], { link: paths[0] ?? '' }),
      ...inEach(['plain'], 'plain'),
    ]),
  });
  const read = Object.values(texts).flatMap((own) => Object.entries(own));
  expect(read.filter(([, text]) => text.includes(secret))).toEqual([]);
  expect(read.filter(([, text]) => text === 'plain').length).toBeGreaterThan(0);
});
