import { expect, test } from 'vitest';
import { frameReader, kinds, magic } from './frames.js';
import { createRunnerHost, firstRequests } from './host.js';
import { scriptedRunner } from './testing/scripted-runner.js';

const hello = {
  protocol: 1,
  build: '1',
  os: 'linux',
  arch: 'amd64',
  uid: 0,
  gid: 0,
  groups: [0],
  hostname: 'web1',
  time: 1,
  bootId: '',
  root: '/',
  run: '0',
  jobs: 2,
  work: false,
};

test('a file to be read ahead is asked for with the first request, and used once', async () => {
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { ahead: ['etc/os-release', 'etc/none'] });
  const first = await runner.next(kinds.hello);
  const [release, none] = [await runner.next(kinds.read), await runner.next(kinds.read)];
  expect(JSON.parse(release.payload.toString())).toMatchObject({ path: 'etc/os-release', start: true });
  runner.answer(first.id, hello);
  runner.content(release.id, 'ID=rhel\n');
  runner.answer(release.id, { bytes: 8, sha256: '0'.repeat(64) });
  runner.answer(none.id, { problem: 'absent', reason: 'etc/none: not found' }, 'error');
  const host = await opening;
  expect(Buffer.from(await host.readFile('etc/os-release')).toString()).toBe('ID=rhel\n');
  await expect(host.readFile('etc/none')).rejects.toMatchObject({ problem: 'absent' });
  expect(runner.frames).toEqual([]);
  const again = host.readFile('etc/os-release');
  const second = await runner.next(kinds.read);
  runner.answer(second.id, { problem: 'absent', reason: 'etc/os-release: not found' }, 'error');
  await expect(again).rejects.toMatchObject({ problem: 'absent' });
  runner.end();
});

test('a runner that was started with the first requests does not get them again', async () => {
  const options = { jobs: 3, ahead: ['etc/os-release'] };
  const given: number[] = [];
  const reader = frameReader(({ id, kind }) => given.push(id, kind));
  reader.push(Buffer.concat([magic, firstRequests(options)]));
  expect(given).toEqual([1, kinds.hello, 2, kinds.read]);
  const runner = scriptedRunner();
  const opening = createRunnerHost(runner.stream, { ...options, isGiven: true });
  runner.answer(1, hello);
  runner.content(2, 'ID=rhel\n');
  runner.answer(2, { bytes: 8, sha256: '0'.repeat(64) });
  const host = await opening;
  expect(Buffer.from(await host.readFile('etc/os-release')).toString()).toBe('ID=rhel\n');
  expect(runner.frames).toEqual([]);
  const next = host.stat('/x');
  const { id } = await runner.next(kinds.stat);
  expect(id).toBe(3);
  runner.answer(id, { kind: 'file', size: 1, modified: 2 });
  expect(await next).toMatchObject({ size: 1 });
  runner.end();
});
