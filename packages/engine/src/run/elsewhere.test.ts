import { type Host, simpleCommand, slice } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { collect, describePlan, memorySink, plan } from '../index.js';

test('plan and outcome say which program runs if it is not at its path', async () => {
  const fake = fakeHost({ commands: { '/usr/sbin/ss -s': 'Total: 3\n', '/bin/date': 'today\n' } });
  const host: Host = {
    ...fake,
    executes: true,
    which: async (word) => (word === '/usr/sbin/ss' ? '/usr/bin/ss' : word),
    run: async (command, options) => {
      const result = await fake.run(command, options);
      return command[0] === '/usr/sbin/ss' ? { ...result, program: '/usr/bin/ss' } : result;
    },
  };
  const catalog = slice({
    name: 'sockets',
    version: '1.0.0',
    specs: {
      date: simpleCommand('/bin/date', { doc: 'The date' }),
      ss: simpleCommand('/usr/sbin/ss -s', { doc: 'Sockets' }),
    },
  });
  const planned = await plan(catalog, { host });
  const [date, ss] = await describePlan(planned, { catalog, host });
  expect(date?.sources[0]).not.toHaveProperty('program');
  expect(ss?.sources[0]).toMatchObject({
    source: { kind: 'command', argv: ['/usr/sbin/ss', '-s'] },
    program: '/usr/bin/ss',
  });
  const sink = memorySink();
  for await (const _ of collect(planned, { catalog, host, sink }));
  expect(sink.outcomes.get('date')?.items[0]).not.toHaveProperty('program');
  expect(sink.outcomes.get('ss')?.items[0]).toMatchObject({
    source: { kind: 'command', argv: ['/usr/sbin/ss', '-s'] },
    program: '/usr/bin/ss',
  });
  await sink.close();
});
