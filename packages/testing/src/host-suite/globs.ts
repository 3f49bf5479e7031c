import { expect } from 'vitest';
import { globTable } from './glob-table.js';
import type { HostUnderTest } from './under-test.js';

/** The same patterns match the same names on every host. */
export function globTests({ at, has, host }: HostUnderTest): void {
  const matches = async (...patterns: readonly string[]): Promise<readonly string[]> =>
    (await host().glob(patterns.map(at))).paths;

  has()('every pattern of the table', async () => {
    const found: [string, readonly string[]][] = [];
    for (const [pattern] of globTable) found.push([pattern, await matches(`/glob/${pattern}`)]);
    const wanted = globTable.map(([pattern, names]) => [
      pattern,
      names.map((name) => at(`/glob/${name}`)).sort(),
    ]);
    expect(found).toEqual(wanted);
  });

  has()('patterns in their order, and none twice in the same one', async () => {
    expect(await matches('/text/line*', '/odd/1*', '/text/l*s')).toEqual(
      ['/text/line', '/text/lines', '/odd/100%', '/text/lines'].map(at),
    );
    expect(await matches('/text/sub')).toEqual([]);
    expect((await host().glob([at('/text/s*/d*').slice(1)])).paths).toEqual([at('/text/sub/deep')]);
    expect(await host().glob([])).toMatchObject({ paths: [], notEntered: [] });
    expect(await host().glob([at('/nowhere/*'), at('/text/lines/*')])).toMatchObject({
      paths: [],
      notEntered: [],
    });
  });

  has()('at most a number of matches', async () => {
    const { paths, matched } = await host().glob([at('/text/l*')], { newest: 1 });
    expect({ found: paths.length, matched }).toEqual({ found: 1, matched: 2 });
    expect(await host().glob([at('/text/l*')], { newest: 2 })).not.toHaveProperty('matched');
  });

  has('times')('the newest matches, sorted by path', async () => {
    const { paths, matched } = await host().glob([at('/times/*')], { newest: 2 });
    expect({ paths, matched }).toEqual({ paths: [at('/times/middle'), at('/times/new')], matched: 3 });
  });

  has('denied files', 'empty directories')(
    'a directory that must not be read is a problem, whatever else is found',
    async () => {
      const shut = at('/shut');
      for (const [pattern, paths] of [
        ['/shut/*', []],
        ['/shut*/*', []],
        ['/[st]*/lin*', ['/text/line', '/text/lines'].map(at)],
      ] as const) {
        const found = await host().glob([at(pattern)]);
        expect(found).toMatchObject({ paths, problem: 'denied' });
        expect(found.notEntered.join()).toContain(shut);
      }
      expect(await host().glob([at('/text/*')])).not.toHaveProperty('problem');
    },
  );

  has('links')('links match by their own names, except those to directories', async () => {
    const names = ['absolute', 'around', 'dangling', 'loop', 'one', 'other', 'relative', 'second'];
    const found = (await matches('/links/*')).filter((path) => !path.endsWith('/above'));
    expect(found).toEqual(names.map((name) => at(`/links/${name}`)));
    expect(await matches('/links/directory', '/links/dangling', '/links/loop')).toEqual(
      ['/links/dangling', '/links/loop'].map(at),
    );
    expect(await matches('/links/loop/x', '/links/dangling/x')).toEqual([]);
    // Links to files lead to no further names.
    expect(await matches('/links/*/lines', '/links/*/lines/x', '/*/*/deep')).toEqual(
      ['/links/directory/lines', '/text/sub/deep'].map(at),
    );
    expect(await matches('/links/directory/l*', '/links/d*/lines', '/links/loop/*')).toEqual(
      ['/links/directory/line', '/links/directory/lines', '/links/directory/lines'].map(at),
    );
  });
}
