import { foreachCollect, foreachExecute, globFile, head, hostError, listdir } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { collectSpecs, describeSpecs, doc } from '../testing/collect-specs.js';

const files = {
  '/etc/b.d/conf': 'b',
  '/etc/a.d/conf': 'a',
  '/etc/file': 'x',
  '/odd/[a]/inside': 'x',
  '/shut': { kind: 'directory', denied: true },
} as const;
const commands = { '/bin/show a.d': 'of a\n', '/bin/show b.d': 'of b\n' };
const host = fakeHost({ files, commands });

describe('a listdir of a pattern', () => {
  test('gives the sorted names that match, directories too', async () => {
    const { some, below, first, odd } = await collectSpecs(
      {
        some: listdir('/etc/*.d', doc),
        below: listdir('/etc/*/conf', doc),
        first: head(listdir('/etc/*'), doc),
        odd: listdir('/odd/[a]', doc),
      },
      { host },
    );
    expect(some).toMatchObject({ status: 'collected', texts: ['a.d\nb.d\n'] });
    expect(below.texts).toEqual(['a.d/conf\nb.d/conf\n']);
    expect(first.texts).toEqual(['a.d\n']);
    // A directory that has this very name.
    expect(odd.texts).toEqual(['inside\n']);
  });

  test('gives elements', async () => {
    const { each, conf } = await collectSpecs(
      {
        each: foreachExecute('/bin/show %s', listdir('/etc/*.d'), doc),
        conf: foreachCollect('/etc/%s/conf', listdir('/etc/*.d'), doc),
      },
      { host: { ...host, executes: true } },
    );
    expect(each.texts).toEqual(['of a\n', 'of b\n']);
    expect(conf.texts).toEqual(['a', 'b']);
  });

  test('that nothing matches is absent, and one in a directory that must not be read is denied', async () => {
    const specs = {
      none: listdir('/etc/*.x', doc),
      shut: listdir('/shut/*', doc),
      each: foreachExecute('/bin/show %s', listdir('/shut/*'), doc),
    };
    const closed = '/shut: permission denied';
    const { none, shut, each } = await collectSpecs(specs, { host });
    expect(none).toMatchObject({ status: 'absent', reason: 'nothing matches /etc/*.x' });
    expect(shut).toMatchObject({ status: 'denied', reason: `nothing matches /shut/*; left out: ${closed}` });
    expect(each).toMatchObject({ status: 'denied', reason: shut.reason });
    const described = await describeSpecs(specs, { host });
    expect(described.map(({ sources, gap }) => (gap ?? sources[0]?.gap)?.status)).toEqual([
      'absent',
      'denied',
      'denied',
    ]);
  });
});

describe('a glob in a directory that must not be read', () => {
  const some = { ...files, '/open/x': 'x' };

  test('is denied, and names the directory', async () => {
    const { it, each } = await collectSpecs(
      { it: globFile(['/shut/*', '/none/*'], doc), each: foreachCollect('/shut/%s*', listdir('/etc'), doc) },
      { host },
    );
    for (const { status, reason } of [it, each])
      expect([status, reason]).toEqual([
        'denied',
        expect.stringMatching(/^no file matches .*; left out: \/shut: permission denied$/),
      ]);
  });

  test('is truncated if files were found elsewhere, and absent if every directory could be read', async () => {
    const { it, none } = await collectSpecs(
      { it: globFile(['/shut/*', '/open/*'], doc), none: globFile(['/open/y*'], doc) },
      { host: fakeHost({ files: some }) },
    );
    expect(it).toMatchObject({ status: 'truncated', texts: ['x'] });
    expect(it.reason).toContain('/shut: permission denied');
    expect(none).toMatchObject({ status: 'absent', reason: 'no file matches /open/y*' });
  });

  test('is timed out if the search was stopped by its limit', async () => {
    const stopped = { paths: [], notEntered: ['the search was stopped'], problem: 'timed out' } as const;
    const slow = { ...host, glob: async () => stopped };
    const { it } = await collectSpecs({ it: globFile(['/etc/*/x'], doc) }, { host: slow });
    expect(it).toMatchObject({ status: 'timed out', reason: expect.stringContaining('was stopped') });
    const hung = { ...host, glob: () => Promise.reject(hostError('timed out', '/etc: took too long')) };
    const { it: late } = await collectSpecs({ it: globFile(['/etc/*/x'], doc) }, { host: hung });
    expect(late).toMatchObject({ status: 'timed out', reason: '/etc: took too long' });
  });
});
