import type { Item, Outcome } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { hasMetadata, metadataPath, metadataText } from './manifest.js';

const item = (rest: Partial<Item>): Item =>
  ({ path: 'etc/a', source: { kind: 'file', path: '/etc/a' }, bytes: 1, duration: 0, ...rest }) as Item;
const outcome = (rest: Partial<Outcome>): Outcome =>
  ({
    name: 'it',
    type: 'simple_file',
    status: 'collected',
    items: [],
    misses: [],
    duration: 1.5,
    ...rest,
  }) as Outcome;
const written = (rest: Partial<Outcome>, multiOutput?: boolean) =>
  JSON.parse(metadataText(outcome(rest), multiOutput) ?? 'null');

const container = { image: 'image', engine: 'podman', id: 'abc' };
const inside = { image: 'image', engine: 'podman', container_id: 'abc' };

describe('the metadata of a spec', () => {
  test('are named by it', () => {
    expect(metadataPath('it')).toBe('meta_data/insights.specs.Specs.it.json');
    expect(written({ items: [item({})] })).toMatchObject({
      name: 'insights.specs.Specs.it',
      exec_time: 1.5,
      ser_time: 0,
      errors: [],
    });
  });

  test('do not exist if it was skipped, unless something was collected before', () => {
    expect(hasMetadata(outcome({ status: 'skipped' }))).toBe(false);
    expect(metadataText(outcome({ status: 'skipped' }))).toBeUndefined();
    expect(hasMetadata(outcome({ status: 'skipped', items: [item({})] }))).toBe(true);
    expect(hasMetadata(outcome({ status: 'absent' }))).toBe(true);
  });

  test('have one result, a list of those of several, or none', () => {
    expect(written({}).results).toBeNull();
    expect(written({ items: [item({})] }).results).toMatchObject({ object: { relative_path: 'etc/a' } });
    expect(written({ items: [item({}), item({})] }).results).toHaveLength(2);
    expect(written({ items: [item({})] }, true).results).toHaveLength(1);
    expect(written({ items: [item({})], type: 'glob_file' }).results).toHaveLength(1);
    expect(written({ items: [item({})], type: 'unknown' as never }).results).toMatchObject({ object: {} });
  });

  test('have each reason once, and the reason of the outcome if nothing was collected', () => {
    const misses = [{ reason: 'one' }, { reason: 'other' }, { reason: 'one' }] as never;
    expect(written({ misses, reason: 'all' }).errors).toEqual(['all', 'one', 'other']);
    expect(written({ misses, reason: 'all', items: [item({})] }).errors).toEqual(['one', 'other']);
    expect(written({}).errors).toEqual([]);
  });
});

describe('a result', () => {
  const result = (rest: Partial<Item>) => written({ items: [item(rest)] }).results;

  test.each<[Partial<Item>, string, object]>([
    [{}, 'TextFileProvider', { save_as: false, relative_path: 'etc/a', rc: null }],
    [{ raw: true, saveAs: 'b' }, 'RawFileProvider', { save_as: true, relative_path: 'etc/a', rc: null }],
    [
      { container, rc: 0 },
      'ContainerFileProvider',
      { save_as: false, relative_path: 'etc/a', rc: 0, ...inside },
    ],
  ])('of a file with %j is a %s', (rest, type, object) => {
    expect(result(rest)).toEqual({ type: `insights.core.spec_factory.${type}`, object });
  });

  const source = { kind: 'command', argv: ['/bin/a', 'b c'] } as const;
  const place = { save_as: false, relative_path: 'etc/a' };

  test.each<[Partial<Item>, string, object]>([
    [{ source }, 'CommandOutputProvider', { rc: null, cmd: "/bin/a 'b c'", args: null, ...place }],
    [
      { source, commandLine: 'a', element: ['x'], rc: 3, container },
      'ContainerCommandProvider',
      { rc: 3, cmd: 'a', args: ['x'], ...place, ...inside },
    ],
    [
      { source: { kind: 'listing', path: '/srv' } },
      'CommandOutputProvider',
      { rc: null, cmd: '/bin/ls /srv', args: null, ...place },
    ],
  ])('of a command with %j is a %s', (rest, type, object) => {
    expect(result(rest)).toEqual({ type: `insights.core.spec_factory.${type}`, object });
  });
});
