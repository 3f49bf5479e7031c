import { identityFiles } from '@hostspec/host-kit';
import {
  type ContainerElement,
  defineProvider,
  foreachExecute,
  insideContainer,
  joinWords,
  type SpecOptions,
} from '@hostspec/spec';
import { type FakeCommand, fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { collect, memorySink, plan } from '../index.js';
import { catalogOf, collectSpecs, describeSpecs, doc } from '../testing/collect-specs.js';

const one = { image: 'registry/one', engine: 'podman', id: '0123456789ab' } as const;
const other = { image: 'registry/other', engine: 'docker', id: 'ba9876543210' } as const;

/** Specs over containers, on a host whose containers answer as given. */
function given(
  containers: readonly ContainerElement[],
  command: string | null,
  answers: readonly (readonly [ContainerElement, readonly string[], FakeCommand])[],
  options: Partial<SpecOptions> = {},
) {
  const provider = defineProvider({
    name: 'containers',
    doc: 'Containers',
    yields: 'containers',
    evaluate: () => containers,
  });
  const commands = Object.fromEntries(
    answers.map(([element, words, answer]) => [joinWords(insideContainer(element, words)), answer]),
  );
  return {
    specs: { it: foreachExecute(command, provider(), { container: 'command', ...doc, ...options }) },
    host: { host: fakeHost({ commands }), parts: { providers: [provider] } },
  };
}

describe('a command inside containers', () => {
  const words = ['/bin/show', 'a b'];

  test('runs in each, and its item says in which', async () => {
    const { specs, host } = given([one, other], "/bin/show 'a b'", [
      [one, words, 'first\n'],
      [other, words, 'second\n'],
    ]);
    const { it } = await collectSpecs(specs, host);
    expect(it).toMatchObject({ status: 'collected', texts: ['first\n', 'second\n'], misses: [] });
    expect(it.items).toMatchObject([
      {
        source: { kind: 'command', argv: insideContainer(one, words) },
        commandLine: "/bin/show 'a b'",
        container: one,
        element: Object.values(one),
      },
      { container: other },
    ]);
  });

  test('that is not there is absent, and one that fails names the container, too', async () => {
    const { specs, host } = given([one, other], "/bin/show 'a b'", [
      [one, words, { rc: 127, output: 'show: not found\n' }],
      [other, words, { rc: 2, output: 'wrong\n' }],
    ]);
    const { it } = await collectSpecs(specs, host);
    expect(it.status).toBe('failed');
    expect(it.misses).toMatchObject([
      { status: 'absent', container: one, reason: `in container ${one.id}: show: not found`, rc: 127 },
      { status: 'failed', container: other, rc: 2 },
    ]);
  });

  test('is described with its container', async () => {
    const { specs, host } = given([one], "/bin/show 'a b'", [[one, words, '']]);
    expect((await describeSpecs(specs, host))[0]).toMatchObject({
      sources: [
        {
          source: { kind: 'command', argv: insideContainer(one, words) },
          container: one,
          element: Object.values(one),
        },
      ],
    });
  });
});

describe('a file inside containers', () => {
  const missing = { rc: 1, output: 'cat: /etc/app: No such file or directory\n' };

  test('is read by cat, and is named by its path there', async () => {
    const { specs, host } = given(
      [one, other],
      '/etc/app',
      [
        [one, ['cat', '/etc/app'], 'content\n'],
        [other, ['cat', '/etc/app'], missing],
      ],
      { container: 'file' },
    );
    const { it } = await collectSpecs(specs, host);
    const source = { kind: 'file', path: '/etc/app' };
    expect(it.texts).toEqual(['content\n']);
    expect(it.items).toMatchObject([{ source, container: one, element: Object.values(one) }]);
    expect(it.items[0]).not.toHaveProperty('commandLine');
    expect(it.misses).toMatchObject([{ status: 'absent', source, container: other }]);
    expect((await describeSpecs(specs, host))[0]?.sources[0]?.source).toEqual(source);
  });

  test('can be one of the container itself', async () => {
    const path = '/srv/its own';
    const { specs, host } = given([{ ...one, path }], null, [[one, ['cat', path], 'content\n']], {
      container: 'file',
    });
    const { it } = await collectSpecs(specs, host);
    expect(it.texts).toEqual(['content\n']);
    expect(it.items).toMatchObject([
      { source: { kind: 'file', path }, element: [...Object.values(one), path], container: one },
    ]);
  });

  test('that is denied is denied by its path, and a command by its line', async () => {
    const asked: string[] = [];
    const denials = {
      spec: () => undefined,
      file: (path: string) => {
        if (!identityFiles.includes(path)) asked.push(`file ${path}`);
        return 'no files';
      },
      command: (line: string) => {
        asked.push(`command ${line}`);
        return 'no commands';
      },
    };
    for (const container of ['file', 'command'] as const) {
      const { specs, host } = given([one], '/etc/app', [], { container });
      const catalog = catalogOf(specs, host.parts);
      const context = { catalog, host: host.host, denials };
      const sink = memorySink();
      for await (const _ of collect(await plan(catalog, { host: host.host }), { ...context, sink }));
      expect(sink.outcomes.get('it')).toMatchObject({ status: 'denied', reason: `no ${container}s` });
      expect(host.host.ran).toEqual([]);
    }
    expect(asked).toEqual(['file /etc/app', 'command /etc/app']);
  });
});
