import { describe, expect, test } from 'vitest';
import { failed, lastLines, noShell, unreachable } from './failure.js';
import { parseTarget } from './target.js';

const ssh = parseTarget('admin@web01');
const container = parseTarget('podman://web');

test('an error begins with the target, and has it as its subject', () => {
  const cause = new Error('x');
  expect(unreachable(ssh, 'no way', cause)).toMatchObject({
    code: 'UNREACHABLE',
    message: 'admin@web01: no way',
    subject: 'admin@web01',
    cause,
  });
  const via = { kind: 'via', command: ['/bin/\x1b', 'x'.repeat(300)] } as const;
  expect(unreachable(via, 'no way').message).toMatch(/^'?\/bin\/\\u001b'? x+…: no way$/);
});

describe('output of ssh before a shell answers leads to advice:', () => {
  test.each([
    [
      '@@@\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\n@@@\nHost key verification failed.\n',
      'find out why the key of the host changed before you connect to it',
    ],
    [
      'Host key verification failed.\r\n',
      'connect once with ssh admin@web01 and compare the key, or add it to known_hosts',
    ],
    [
      'admin@web01: Permission denied (publickey).\r\n',
      'check that ssh admin@web01 logs in, and load its key into an agent if it has a passphrase',
    ],
    ['ssh: Could not resolve hostname web01: Name or service not known\r\n', 'check the name'],
    ...[
      'ssh: connect to host web01 port 22: Connection refused',
      'ssh: connect to host web01 port 22: No route to host',
      'ssh: connect to host web01 port 22: Network is unreachable',
      'ssh: connect to host web01 port 22: Connection timed out',
      'Connection timed out during banner exchange',
      'kex_exchange_identification: read: Connection reset by peer',
    ].map((said) => [said, 'check the name and the port, and that the host is up']),
    ['This account is locked.\n', 'check that ssh admin@web01 true works'],
  ])('%j', (said, how) => {
    const { message } = noShell(ssh, said as string);
    expect(message.startsWith('admin@web01: no shell answered: ')).toBe(true);
    expect(message.endsWith(`; ${how}`)).toBe(true);
    expect(message).not.toMatch(/[\r\n]|@@/);
  });

  test('silence', () => {
    expect(noShell(ssh, ' \n').message).toBe(
      'admin@web01: no shell answered; check that ssh admin@web01 true works',
    );
  });
});

describe('output of kubectl leads to advice:', () => {
  const pod = parseTarget('kube://cluster%2Fprod/shop/web-0');

  test.each([
    [
      'error: context "cluster/prod" does not exist',
      'kubectl config get-contexts lists the names; write %2F for a / in one',
    ],
    [
      'Error from server (NotFound): pods "web-0" not found',
      'check the names of the context, namespace, pod and container',
    ],
    [
      'Error from server (Forbidden): pods "web-0" is forbidden: User "u" cannot create resource "pods/exec"',
      'ask for the rights to get pods and to create pods/exec in this namespace',
    ],
    [
      'OCI runtime exec failed: exec: "/bin/sh": stat /bin/sh: no such file or directory: unknown',
      'the container needs /bin/sh',
    ],
    [
      'Unable to connect to the server: dial tcp 192.0.2.1:6443: i/o timeout',
      'check that kubectl reaches the cluster, and that the pod is running',
    ],
  ])('%j', (said, how) => {
    expect(noShell(pod, said).message).toBe(
      `kube://cluster%2Fprod/shop/web-0: no shell answered: ${said}; ${how}`,
    );
  });
});

test('the log of kubectl is left out, unless it is all that was said', () => {
  const log = 'E1126 08:30:15.333577    6152 memcache.go:265] "Unhandled Error" err="refused"\n';
  const pod = parseTarget('kube://c/shop/web-0');
  expect(noShell(pod, `${log}${log}The connection was refused\n`).message).toContain(
    'no shell answered: The connection was refused; check',
  );
  expect(noShell(pod, `${log}${log}`).message).toContain('no shell answered: E1126 08:30:15.333577');
});

test('output of another program leads to no advice about ssh', () => {
  expect(noShell(container, 'Permission denied\n').message).toBe(
    'podman://web: no shell answered: Permission denied; check that the command gives a shell there',
  );
});

describe('a line with a failure is one sentence:', () => {
  test.each([
    ['system', '', 'the host runs an unknown system; the runner is for Linux'],
    ['system', 'AIX', 'the host runs AIX; the runner is for Linux'],
    [
      'arch',
      '',
      'the architecture of the host is unknown; there are runners for x86_64, aarch64, s390x and ppc64le',
    ],
    ['toString', 'x', 'the connection failed: toString x'],
    ['\x07', 'y'.repeat(200), `the connection failed: \\u0007 ${'y'.repeat(97)}…`],
    [
      'arch',
      'z'.repeat(61),
      `the architecture of the host is ${'z'.repeat(59)}…; there are runners for x86_64, aarch64, s390x and ppc64le`,
    ],
  ])('fail %s %s', (why, detail, sentence) => {
    expect(failed(container, `fail ${why} ${detail}`).message).toBe(`podman://web: ${sentence}`);
  });
});

describe('the last lines of a program', () => {
  test('are at most six, on one line, without empty ones', () => {
    expect(lastLines('1\n2\r\n3\n\n \n 4 \n5\r6\n7\n')).toBe('2; 3; 4; 5; 6; 7');
    expect(lastLines('')).toBe('');
    expect(lastLines(' \n\r\n')).toBe('');
  });

  test('have no frame of a warning, but addresses', () => {
    expect(lastLines('@@@@@\n@ WARNING @\n@@@@@\na@b\n')).toBe('@ WARNING @; a@b');
  });

  test('are cut after 600 characters', () => {
    expect(lastLines('x'.repeat(601))).toBe(`${'x'.repeat(599)}…`);
    expect(lastLines('xyz', 2)).toBe('x…');
  });
});
