import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { dockerContainers, dockerNetworkNames } from './providers.js';

const id = (digit: string) => digit.repeat(64);
const on = (commands: Readonly<Record<string, string>>) => fakeContext(fakeHost({ commands }));
const ps = '/usr/bin/docker ps --all --no-trunc';
const networks = '/usr/bin/docker network ls --no-trunc';

test('ids of containers, stopped ones too; a command with a line break adds none', async () => {
  const { evaluate } = dockerContainers.definition;
  const table = `CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES
${id('a')}   app:1   "sh -c 'one
--format x'"   2 days ago   Up 2 days   app
${id('b')}   app:1   "sh"   2 days ago   Exited (137) 9 hours ago   old
`;
  expect(await evaluate(on({ [ps]: table }))).toEqual([id('a'), id('b')]);
  const none = 'CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES\n';
  expect(await evaluate(on({ [ps]: none }))).toEqual({ nothing: 'Docker has no container' });
  expect(await evaluate(on({}))).toEqual({ nothing: '/usr/bin/docker gives no list of containers' });
});

test('of many containers, the first 200', async () => {
  const ids = Array.from({ length: 210 }, (_, index) => index.toString(16).padStart(64, '0'));
  const table = ids.map((each) => `${each}   app:1\n`).join('');
  expect(await dockerContainers.definition.evaluate(on({ [ps]: table }))).toEqual(ids.slice(0, 200));
});

test('names of networks; none that could be an option', async () => {
  const { evaluate } = dockerNetworkNames.definition;
  const table = `NETWORK ID   NAME   DRIVER   SCOPE
${id('c')}   bridge   bridge   local
${id('d')}   --format   bridge   local
${id('e')}   app_default.1   bridge   local
`;
  expect(await evaluate(on({ [networks]: table }))).toEqual(['bridge', 'app_default.1']);
  const none = 'NETWORK ID   NAME   DRIVER   SCOPE\n';
  expect(await evaluate(on({ [networks]: none }))).toEqual({ nothing: 'Docker has no network' });
  expect(await evaluate(on({}))).toEqual({ nothing: '/usr/bin/docker gives no list of networks' });
});
