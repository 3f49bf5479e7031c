import { compose, simpleFile, slice } from '@hostspec/spec';
import { expect, test } from 'vitest';
import { collectInto, createLiveHost, plan, scratchSink } from './index.js';

const catalog = compose(
  slice({
    name: 'test',
    version: '1.0.0',
    specs: {
      status: simpleFile('/proc/self/status', { doc: 'Of this process' }),
      none: simpleFile('/nowhere/at/all', { doc: 'Nothing' }),
    },
  }),
);

test('collects to the end, tells each outcome and completes the sink', async () => {
  const sink = scratchSink();
  const told = new Map<string, string>();
  const planned = await plan(catalog, { host: createLiveHost() });
  const { path, report } = await collectInto(planned, {
    sink,
    tool: 'test 1',
    onOutcome: ({ name, status }) => told.set(name, status),
  });
  expect(Object.fromEntries(told)).toEqual({ status: 'collected', none: 'absent' });
  expect(path).toBe(await sink.finish(report));
  expect(report).toMatchObject({ tool: 'test 1', order: ['status', 'none'] });
  await sink.close();
});

test('closes the sink where it cannot be completed', async () => {
  let closed = 0;
  const inner = scratchSink();
  const sink = {
    ...inner,
    finish: async () => {
      throw new Error('no space');
    },
    close: async () => {
      closed++;
      await inner.close();
    },
  };
  const planned = await plan(catalog, { host: createLiveHost() });
  await expect(collectInto(planned, { sink })).rejects.toThrow('no space');
  expect(closed).toBe(1);
});
