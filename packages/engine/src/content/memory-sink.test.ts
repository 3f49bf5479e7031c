import { expect, test } from 'vitest';
import { memorySink } from './memory-sink.js';

const source = { kind: 'file', path: '/etc/a' } as const;

test('content is read as it was written, even if the buffer is used again', async () => {
  const sink = memorySink();
  const item = await sink.open({ spec: 'a', source });
  const buffer = Buffer.from('one');
  await item.write(buffer);
  buffer.write('two');
  await item.write(buffer);
  expect(Buffer.from(await sink.read(item as never)).toString()).toBe('onetwo');
});

test('items have paths of their own, even for the same source', async () => {
  const sink = memorySink();
  const command = { kind: 'command', argv: ['/bin/show', 'a'] } as const;
  const items = [
    sink.open({ spec: 'a', source }),
    sink.open({ spec: 'a', source }),
    sink.open({ spec: 'a', source: command }),
    sink.open({ spec: 'a', source: command, commandLine: '/bin/show b' }),
  ];
  expect((await Promise.all(items)).map(({ path }) => path)).toEqual([
    '1-etc.a',
    '2-etc.a',
    '3-show_a',
    '4-show_b',
  ]);
});

test('discarded content, and all content after the end, is gone', async () => {
  const sink = memorySink();
  const [one, other] = [await sink.open({ spec: 'a', source }), await sink.open({ spec: 'a', source })];
  for (const item of [one, other]) await item.write(Buffer.from('x'));
  await sink.discard(one);
  expect(await sink.read(one as never)).toHaveLength(0);
  expect(await sink.read(other as never)).toHaveLength(1);
  expect(await sink.finish({} as never)).toBe('memory');
  await sink.close();
  expect(await sink.read(other as never)).toHaveLength(0);
});
