const readLink = `import type { Given, Options } from './constructors.js';

/** The target of one symbolic link. */
export interface ReadLink<P extends string = string> {
  readonly type: 'read_link';
  readonly path: P;
}

/** The target of one symbolic link. */
export function readLink<const P extends string, const O = Record<never, never>>(
  path: P,
  options?: Options<O>,
): ReadLink<P> & Given<O> {
  return { type: 'read_link', path, ...options } as ReadLink<P> & Given<O>;
}
`;

const tests = `import { compose, readLink, slice, writtenForm } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { collectInto } from './collect.js';
import { memorySink } from './memory-sink.js';
import { plan } from './plan.js';

test('read_link collects the target of a link', async () => {
  const specs = { timezone: readLink('/etc/localtime', { doc: 'The time zone' }) };
  expect(writtenForm('timezone', specs.timezone)).toBe('timezone = read_link("/etc/localtime")');
  const catalog = compose(slice({ name: 'site', version: '1.0.0', specs }));
  const host = fakeHost({ commands: { '/usr/bin/readlink -- /etc/localtime': { output: 'UTC\\n' } } });
  const sink = memorySink();
  await collectInto(await plan(catalog, { host }), { catalog, host, sink });
  expect(sink.outcomes.get('timezone')).toMatchObject({ type: 'read_link', status: 'collected' });
});
`;

/** An eleventh collection type: its own files, and the lines in tables as `[file, text of the line before, line]`. */
export const collectionType = {
  files: {
    'packages/spec/src/read-link.ts': readLink,
    'packages/engine/src/read-link.test.ts': tests,
  },
  type: [
    [
      'packages/spec/src/types.ts',
      'import type { Endpoint }',
      "import type { ReadLink } from './read-link.js';",
    ],
    ['packages/spec/src/types.ts', '  | Listdir\n', '  | ReadLink'],
    ['packages/spec/src/index.ts', "export * from './provider.js';", "export * from './read-link.js';"],
  ],
  table: [
    [
      'packages/spec/src/collection-types.ts',
      '  listdir: {',
      "  read_link: { doc: 'The target of one symbolic link.', arguments: { path: 'text' } },",
    ],
    [
      'packages/spec/README.md',
      '| `listdir` |',
      '| `read_link` | `readLink(path)` | the target of a symbolic link |',
    ],
  ],
  resolver: [
    [
      'packages/engine/src/resolve.ts',
      '  listdir: (',
      `  read_link: ({ path }, options, session) => every(plainTask(\`/usr/bin/readlink -- \${path}\`, options, session)),`,
    ],
  ],
  generated: ['packages/cli/catalog.schema.json'],
};
