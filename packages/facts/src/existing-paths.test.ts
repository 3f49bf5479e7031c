import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { existingPaths, pathCondition, programCondition, socketCondition } from './index.js';

const context = fakeContext(
  fakeHost({ files: { '/run/a.socket': { kind: 'socket' }, '/etc/b': 'b', '/etc/d/x': '' } }),
);

test.each([
  [['/etc/b'], true, 'there is /etc/b'],
  [['/etc/none', '/etc/d'], true, 'there is /etc/d'],
  [['/run/a.socket'], true, 'there is /run/a.socket'],
  [['/etc/none'], false, 'no /etc/none'],
  [['/etc/none', '/etc/no'], false, 'no /etc/none or /etc/no'],
])('whether something is at %j: %j', async (paths, holds, reason) => {
  const { evaluate } = pathCondition('there', ...paths).definition;
  expect(await evaluate(context)).toEqual({ holds, reason });
});

test.each([
  [['/run/a.socket'], true, 'there is /run/a.socket'],
  [['/etc/b', '/run/none'], false, 'no socket /etc/b or /run/none'],
])('whether a socket is at %j: %j', async (paths, holds, reason) => {
  const { evaluate } = socketCondition('answers', ...paths).definition;
  expect(await evaluate(context)).toEqual({ holds, reason });
});

test.each([
  ['/sbin/ip', true, 'there is /sbin/ip'],
  ['/bin/ps', false, 'no program /bin/ps'],
])('whether the host has the program %s: %j', async (program, holds, reason) => {
  const host = fakeHost({ commands: { '/sbin/ip addr': '' } });
  expect(await programCondition('has', program).definition.evaluate(fakeContext(host))).toEqual({
    holds,
    reason,
  });
});

test('their docs say what they ask', () => {
  expect(pathCondition('a', '/etc/b', '/etc/c').definition.doc).toBe('The host has /etc/b or /etc/c.');
  expect(socketCondition('a', '/run/b').definition.doc).toBe('The host has the socket /run/b.');
});

test('the paths that exist, in their order', async () => {
  const evaluate = (...paths: string[]) => existingPaths('paths', paths).definition.evaluate(context);
  expect(await evaluate('/etc/none', '/etc/d', '/etc/b')).toEqual(['/etc/d', '/etc/b']);
  expect(await evaluate('/etc/none', '/etc/no')).toEqual({
    nothing: 'no /etc/none or /etc/no',
    status: 'absent',
  });
});
