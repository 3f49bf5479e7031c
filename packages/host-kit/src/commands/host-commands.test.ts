import { expect, test } from 'vitest';
import { commandKey, commandResult, noCommands, onceFor } from './host-commands.js';

test('a root that is not the running machine runs no command, and says why', async () => {
  const reason = 'commands are not run on a root that is not the running machine';
  const result = { rc: undefined, output: new Uint8Array(), problem: 'absent', reason };
  expect(await noCommands.run('/bin/true')).toEqual(result);
  expect(await noCommands.runInto(['/bin/true'], () => expect.unreachable('there is no output'))).toEqual({
    problem: 'absent',
    reason,
  });
  expect(await noCommands.which('true')).toBeUndefined();
});

test('commands with the same words, surroundings and rights are the same', () => {
  const argv = ['/bin/true', 'a b'];
  const same = commandKey(argv, {});
  expect(commandKey(argv, { timeout: 3, env: {}, inheritEnv: [], stdin: '' })).toBe(same);
  const as = { uid: 1, gid: 2, groups: [3] };
  const others = [
    commandKey(['/bin/true', 'a', 'b'], {}),
    commandKey(argv, { env: { A: 'b' } }),
    commandKey(argv, { inheritEnv: ['A'] }),
    commandKey(argv, { stdin: 'A' }),
    commandKey(argv, { as }),
    commandKey(argv, { as: { ...as, uid: 2 } }),
    commandKey(argv, { as: { ...as, gid: 3 } }),
    commandKey(argv, { as: { ...as, groups: [4] } }),
  ];
  expect(new Set([same, ...others]).size).toBe(1 + others.length);
  expect(commandKey(argv, { as: { ...as, name: 'one' } })).toBe(commandKey(argv, { as }));
});

test('the result of a command has its output, and a problem without a reason is its own reason', () => {
  const output = new Uint8Array([1]);
  expect(commandResult({ rc: 3 }, output)).toStrictEqual({ rc: 3, output });
  expect(commandResult({ problem: 'denied' }, output)).toEqual({
    rc: undefined,
    output,
    problem: 'denied',
    reason: 'denied',
  });
  expect(commandResult({ problem: 'denied', reason: 'no rights' }, output).reason).toBe('no rights');
});

test('each key is asked once, but again if the answer was an error', async () => {
  const asked: string[] = [];
  const answer = onceFor(
    (word: string) => word.toLowerCase(),
    async (word) => {
      asked.push(word);
      if (asked.length === 1) throw new Error('not now');
      return word;
    },
  );
  await expect(answer('A')).rejects.toThrow('not now');
  expect(await Promise.all([answer('A'), answer('a'), answer('b')])).toEqual(['A', 'A', 'b']);
  expect(await answer('B')).toBe('b');
  expect(asked).toEqual(['A', 'A', 'b']);
});
