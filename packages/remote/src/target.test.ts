import { UsageError } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { parseTarget, targetText, viaTarget } from './target.js';

test.each([
  ['web01', { kind: 'ssh', destination: 'web01' }],
  ['web01.example.com', { kind: 'ssh', destination: 'web01.example.com' }],
  ['admin@web01', { kind: 'ssh', destination: 'web01', user: 'admin' }],
  ['EXAMPLE\\admin@web01', { kind: 'ssh', destination: 'web01', user: 'EXAMPLE\\admin' }],
  ['a@example.com@web01', { kind: 'ssh', destination: 'web01', user: 'a@example.com' }],
  ['2001:db8::1', { kind: 'ssh', destination: '2001:db8::1' }],
  ['ssh://web01', { kind: 'ssh', destination: 'web01' }],
  ['ssh://admin@web01:2222', { kind: 'ssh', destination: 'web01', port: 2222, user: 'admin' }],
  ['ssh://admin@[2001:db8::1]:2222', { kind: 'ssh', destination: '2001:db8::1', port: 2222, user: 'admin' }],
  ['podman://web', { kind: 'podman', name: 'web' }],
  ['docker://web_1', { kind: 'docker', name: 'web_1' }],
] as const)('%s is a target', (text, target) => {
  expect(parseTarget(text)).toEqual(target);
  expect(parseTarget(targetText(target))).toEqual(target);
});

describe('no target', () => {
  test.each([
    ['', 'has no host name'],
    ['-oProxyCommand=x', 'has no host name'],
    ['ssh://-oProxyCommand=x', 'has no host name'],
    ['-l@web01', 'has no user name'],
    ['web01;reboot', 'has no host name'],
    ['web 01', 'has no host name'],
    ['$(reboot)', 'has no host name'],
    ['web01\n', 'has no host name'],
    ['a`b`@web01', 'has no user name'],
    ['web01:22', 'has no host name that is allowed; write ssh://web01:22 for a port'],
    ['ssh://web01:0', 'has no port from 1 to 65535'],
    ['ssh://web01:65536', 'has no port from 1 to 65535'],
    ['ssh://web01/etc', 'has no host name'],
    ['ssh://root:secret@web01', 'must not have a password in it'],
    ['podman://', 'has no container name'],
    ['podman://-x', 'has no container name'],
    ['docker://a/b', 'has no container name'],
    ['telnet://web01', 'is not a kind of target'],
  ])('%j', (text, problem) => {
    expect(() => parseTarget(text)).toThrow(UsageError);
    expect(() => parseTarget(text)).toThrow(problem);
    expect(() => parseTarget(text)).toThrow('; allowed: ssh://USER@HOST:PORT, ');
  });

  test('the message of an error cannot control a terminal', () => {
    expect(() => parseTarget('\x1b[2Jweb')).toThrow('the target \\u001b[2Jweb ');
  });
});

test('a command is split into words as a shell does', () => {
  expect(viaTarget(`kubectl exec -i "my pod" -- 'sh'`)).toEqual({
    kind: 'via',
    command: ['kubectl', 'exec', '-i', 'my pod', '--', 'sh'],
  });
});

test.each(['', ' ', '-x', "sh -c 'a", 'sh \\', 'a\0b'])('no command: %j', (text) => {
  expect(() => viaTarget(text)).toThrow(UsageError);
  expect(() => viaTarget(text)).toThrow('allowed: a program with its arguments');
});
