import { createLocalHost } from '@hostspec/local-host';
import { simpleFile } from '@hostspec/spec';
import { beforeEach, expect, test, vi } from 'vitest';
import { collectInto, memorySink, plan } from '../index.js';
import { catalogOf } from '../testing/collect-specs.js';

const catalog = catalogOf({
  status: simpleFile('/proc/self/status', { doc: 'Of this process' }),
  none: simpleFile('/nowhere/at/all', { doc: 'Nothing' }),
});

let host: ReturnType<typeof createLocalHost>;
beforeEach(() => {
  host = createLocalHost();
});

test('collects to the end, reports each outcome and completes the sink', async () => {
  const sink = memorySink();
  const told = new Map<string, string>();
  const planned = await plan(catalog, { host });
  const { path, report } = await collectInto(planned, {
    catalog,
    host,
    sink,
    tool: 'test 1',
    onOutcome: ({ name, status }) => told.set(name, status),
  });
  expect(Object.fromEntries(told)).toEqual({ status: 'collected', none: 'absent' });
  expect(path).toBe(await sink.finish(report));
  expect(report).toMatchObject({ tool: 'test 1', order: ['status', 'none'] });
  await sink.close();
});

test('closes the sink if it cannot be completed', async () => {
  const sink = {
    ...memorySink(),
    finish: async () => {
      throw new Error('no space');
    },
    close: vi.fn(),
  };
  const planned = await plan(catalog, { host });
  await expect(collectInto(planned, { catalog, host, sink })).rejects.toThrow('no space');
  expect(sink.close).toHaveBeenCalledOnce();
});

test.each([
  ['maxTime', 0],
  ['maxSpecTime', 0],
  ['maxBytes', 0],
])('a run with the limit %s %s is refused, and the sink closed', async (name, value) => {
  const sink = { ...memorySink(), close: vi.fn() };
  const planned = await plan(catalog, { host });
  await expect(collectInto(planned, { catalog, host, sink, [name]: value })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    subject: name,
  });
  expect(sink.close).toHaveBeenCalledOnce();
});

test('a host serves one run: a second one is refused, and the sink closed', async () => {
  const planned = await plan(catalog, { host });
  await collectInto(planned, { catalog, host, sink: memorySink() });
  const sink = { ...memorySink(), begin: vi.fn(), close: vi.fn() };
  await expect(collectInto(planned, { catalog, host, sink })).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    subject: 'host',
    message: expect.stringContaining('make another one for each run'),
  });
  expect(sink.begin).not.toHaveBeenCalled();
  expect(sink.close).toHaveBeenCalledOnce();
});
