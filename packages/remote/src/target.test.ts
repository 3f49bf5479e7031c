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
  ['fe80::1%eth0.100', { kind: 'ssh', destination: 'fe80::1%eth0.100' }],
  ['admin@::1', { kind: 'ssh', destination: '::1', user: 'admin' }],
  ['ssh://[fe80::1%eth0]', { kind: 'ssh', destination: 'fe80::1%eth0' }],
  ['ssh://[fe80::1%eth0]:1', { kind: 'ssh', destination: 'fe80::1%eth0', port: 1 }],
  ['ssh://web01:65535', { kind: 'ssh', destination: 'web01', port: 65_535 }],
  ['10.0.0.1', { kind: 'ssh', destination: '10.0.0.1' }],
  ['_web-01.x_y', { kind: 'ssh', destination: '_web-01.x_y' }],
  [`a${'b'.repeat(254)}`, { kind: 'ssh', destination: `a${'b'.repeat(254)}` }],
  [`u${'v'.repeat(254)}@web01`, { kind: 'ssh', destination: 'web01', user: `u${'v'.repeat(254)}` }],
  ['a.b-c+d_e@web01', { kind: 'ssh', destination: 'web01', user: 'a.b-c+d_e' }],
  ['ssh://web01', { kind: 'ssh', destination: 'web01' }],
  ['ssh://admin@web01:2222', { kind: 'ssh', destination: 'web01', port: 2222, user: 'admin' }],
  ['ssh://admin@[2001:db8::1]:2222', { kind: 'ssh', destination: '2001:db8::1', port: 2222, user: 'admin' }],
  ['podman://web', { kind: 'podman', name: 'web' }],
  ['docker://web_1', { kind: 'docker', name: 'web_1' }],
  ['kube:///default/web-0', { kind: 'kube', namespace: 'default', pod: 'web-0' }],
  ['kube:////web-0.x', { kind: 'kube', pod: 'web-0.x' }],
  ['kube:////web-0/app', { kind: 'kube', pod: 'web-0', container: 'app' }],
  [
    'kube://prod/shop/web-0/app',
    { kind: 'kube', context: 'prod', namespace: 'shop', pod: 'web-0', container: 'app' },
  ],
  [
    'kube://arn:aws:eks:eu-west-1:1:cluster%2Fprod/shop/web-0',
    { kind: 'kube', context: 'arn:aws:eks:eu-west-1:1:cluster/prod', namespace: 'shop', pod: 'web-0' },
  ],
  ['kube://-n%20x%25/shop/web-0', { kind: 'kube', context: '-n x%', namespace: 'shop', pod: 'web-0' }],
  ['kube-node:///node-1', { kind: 'kube-node', node: 'node-1' }],
  [
    'kube-node://c%2Fd/ip-192-0-2-1.example',
    { kind: 'kube-node', context: 'c/d', node: 'ip-192-0-2-1.example' },
  ],
  ['kube://..%2F%C3%A4/shop/web-0', { kind: 'kube', context: '../ä', namespace: 'shop', pod: 'web-0' }],
] as const)('%s is a target', (text, target) => {
  expect(parseTarget(text)).toEqual(target);
  expect(parseTarget(targetText(target))).toEqual(target);
});

describe('no target', () => {
  test.each([
    ['', 'has no valid host name'],
    ['-oProxyCommand=x', 'has no valid host name'],
    ['ssh://-oProxyCommand=x', 'has no valid host name'],
    ['-l@web01', 'has no valid user name'],
    ['web01;reboot', 'has no valid host name'],
    ['web 01', 'has no valid host name'],
    ['$(reboot)', 'has no valid host name'],
    ['web01\n', 'has no valid host name'],
    ['a`b`@web01', 'has no valid user name'],
    ['web01:22', 'has no valid host name; write ssh://web01:22 for a port'],
    ['ssh://web01:0', 'has no port from 1 to 65535'],
    ['ssh://web01:65536', 'has no port from 1 to 65535'],
    ['ssh://web01/etc', 'has no valid host name'],
    ['ssh://root:secret@web01', 'must not have a password in it'],
    ['podman://', 'has no valid container name'],
    ['podman://-x', 'has no valid container name'],
    ['docker://a/b', 'has no valid container name'],
    ['telnet://web01', 'has an unknown beginning'],
    ['ssh+x.y-z://web01', 'has an unknown beginning'],
    [`a${'b'.repeat(255)}`, 'has no valid host name'],
    [`u${'v'.repeat(255)}@web01`, 'has no valid user name'],
    [`podman://a${'b'.repeat(255)}`, 'has no valid container name'],
    ['podman://web\n', 'has no valid container name'],
    ['podman://web/', 'has no valid container name'],
    ['@web01', 'has no valid user name'],
    ['admin@', 'has no valid host name'],
    ['ssh://', 'has no valid host name'],
    ['ssh://admin@:22', 'has no valid host name'],
    ['ssh://[web01]', 'has no valid host name'],
    ['ssh://[::1', 'has no valid host name'],
    ['ssh://[::1]x', 'has no valid host name'],
    ['x[::1]', 'has no valid host name'],
    ['ssh://::1', 'has no valid host name'],
    ['ssh://[:]', 'has no valid host name'],
    [`ssh://[${'1:'.repeat(23)}]`, 'has no valid host name'],
    ['fe80::1%', 'has no valid host name'],
    ['fe80::1%-x;y', 'has no valid host name'],
    [`fe80::1%${'x'.repeat(33)}`, 'has no valid host name'],
    ['fe80::1\n', 'has no valid host name'],
    ['-fe80::1', 'has no valid host name'],
    ['ssh://web01:123456', 'has no valid host name'],
    ['ssh://web01:22x', 'has no valid host name'],
    ['ssh://web01:', 'has no valid host name'],
    ['root:secret@web01', 'must not have a password in it'],
    ['admin\n@web01', 'has no valid user name'],
    ['admin@web01:22', 'write ssh://admin@web01:22 for a port'],
    ['kube://', 'has no valid name of a pod'],
    ['kube://web-0', 'has no valid name of a pod'],
    ['kube://c/n/', 'has no valid name of a pod'],
    ['kube://c/n/-p', 'has no valid name of a pod'],
    ['kube://c/n/Web', 'has no valid name of a pod'],
    ['kube://c/n/deployment%2Fweb', 'has no valid name of a pod'],
    ['kube://c/n/web 0', 'has no valid name of a pod'],
    ['kube://c/n/web\n', 'has no valid name of a pod'],
    [`kube://c/n/${'p'.repeat(254)}`, 'has no valid name of a pod'],
    ['kube://c/-n/p', 'has no valid name of a namespace'],
    ['kube://c/a.b/p', 'has no valid name of a namespace'],
    [`kube://c/${'n'.repeat(64)}/p`, 'has no valid name of a namespace'],
    ['kube://c/n/p/', 'has no valid name of a container'],
    ['kube://c/n/p/--', 'has no valid name of a container'],
    ['kube://c/n/p/c/d', 'has more than four parts; write %2F for a / in the name of a context'],
    ['kube://a b/n/p', 'has no valid name of a context; write %20 for a space, and %25 for a %'],
    ['kube://50%/n/p', 'has no valid name of a context'],
    ['kube://%FF/n/p', 'has no valid name of a context'],
    ['kube://%00/n/p', 'has no valid name of a context'],
    ['kube://%1b[2J/n/p', 'has no valid name of a context'],
    [`kube://${'c'.repeat(1025)}/n/p`, 'has no valid name of a context'],
    ['kube-node://', 'has no valid name of a node'],
    ['kube-node://c/', 'has no valid name of a node'],
    ['kube-node://c/-o', 'has no valid name of a node'],
    ['kube-node://c/node%2F1', 'has no valid name of a node'],
    ['kube-node://c/n/1', 'has more than two parts; write %2F for a / in the name of a context'],
    ['kube-node://50%/n', 'has no valid name of a context; write %20 for a space, and %25 for a %'],
  ])('%j', (text, problem) => {
    expect(() => parseTarget(text)).toThrow(UsageError);
    expect(() => parseTarget(text)).toThrow(problem);
    expect(() => parseTarget(text)).toThrow('; allowed: ssh://USER@HOST:PORT, ');
  });

  test('a hint for a port is given only if the target has one', () => {
    for (const text of ['web01:x', ':22', 'x:y:22', 'ssh://web_01;:22'])
      expect(() => parseTarget(text)).toThrow(/ has no valid host name; allowed: /);
  });

  test('an error has the target as its subject, but not all of a long one in its message', () => {
    const text = `telnet://${'x'.repeat(300)}`;
    expect(() => parseTarget(text)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', subject: text, value: text }),
    );
    expect(() => parseTarget(text)).toThrow(/^the target "telnet:\/\/x{190}…" has an unknown beginning; /);
  });

  test('the message of an error cannot control a terminal', () => {
    expect(() => parseTarget('\x1b[2Jweb')).toThrow('the target "\\u001b[2Jweb" ');
  });
});

test('a command is split into words as a shell does', () => {
  expect(viaTarget(`kubectl exec -i "my pod" -- 'sh'`)).toEqual({
    kind: 'via',
    command: ['kubectl', 'exec', '-i', 'my pod', '--', 'sh'],
  });
});

test('a target is written as people write it', () => {
  expect(targetText({ kind: 'via', command: ['kubectl', 'exec', 'my pod'] })).toBe("kubectl exec 'my pod'");
  expect(targetText({ kind: 'ssh', destination: '::1', port: 22 })).toBe('ssh://[::1]:22');
  expect(targetText({ kind: 'ssh', destination: '::1', port: 22, user: 'a' })).toBe('ssh://a@[::1]:22');
  expect(targetText({ kind: 'ssh', destination: '::1', user: 'a' })).toBe('a@::1');
});

test.each([
  ["sh -c 'a", 'has a quote that is not closed, or ends with a backslash'],
  ['-x y', 'names no program'],
])('the command %j says why it is none', (text, problem) => {
  expect(() => viaTarget(text)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`the command "${text}" ${problem};`),
      subject: text,
    }),
  );
});

test.each(['', ' ', '-x', "sh -c 'a", 'sh \\', 'a\0b'])('no command: %j', (text) => {
  expect(() => viaTarget(text)).toThrow(UsageError);
  expect(() => viaTarget(text)).toThrow('allowed: a program with its arguments');
});
