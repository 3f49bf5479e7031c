import { chmodSync } from 'node:fs';
import { userInfo } from 'node:os';
import { needs } from '@hostspec/testing';
import { describe, expect, test, vi } from 'vitest';
import { fakeKubectl } from '../../../tools/test/fake-kubectl.js';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { launchOf } from './launch.js';
import { parseTarget } from './target.js';

const how = { interactive: false, connectTimeout: 30 };

const launched = (text: string, options = how) =>
  launchOf(parseTarget(text) as Parameters<typeof launchOf>[0], options);

describe('ssh', () => {
  const fixed = [
    '-T',
    '-oConnectTimeout=30',
    '-oServerAliveInterval=15',
    '-oServerAliveCountMax=3',
    '-oRemoteCommand=none',
    '-oClearAllForwardings=yes',
    '-oTunnel=no',
    '-oForwardAgent=no',
    '-oForwardX11=no',
  ];
  needs('/usr/bin/ssh')(
    'gets fixed options, then the name, then one command that every login shell understands',
    () => {
      const rest = ['--', 'web01', 'exec /bin/sh'];
      expect(launched('web01')).toEqual({
        program: '/usr/bin/ssh',
        args: [...fixed, '-oBatchMode=yes', ...rest],
      });
      expect(launched('ssh://admin@web01:2222').args).toEqual([
        ...fixed,
        '-oBatchMode=yes',
        ...['-p', '2222', '-l', 'admin'],
        ...rest,
      ]);
      expect(launched('web01', { ...how, interactive: true }).args).toEqual([...fixed, ...rest]);
    },
  );
  needs('/usr/bin/ssh')('gets whole seconds, and never none: that would be no limit', () => {
    const { args } = launched('web01', { ...how, connectTimeout: 0.2 });
    expect(args).toContain('-oConnectTimeout=1');
  });
  needs('/usr/bin/ssh')('gets the key of a target', () => {
    const { args } = launchOf({ kind: 'ssh', destination: 'web01', key: '~/.ssh/web' }, how);
    expect(args.slice(-5)).toEqual(['-i', '~/.ssh/web', '--', 'web01', 'exec /bin/sh']);
  });
});

needs('/usr/bin/ssh')('ssh gets the jump hosts of a target', () => {
  const { args } = launchOf({ kind: 'ssh', destination: 'web01', jump: 'ops@a,b:2200' }, how);
  expect(args.slice(-4)).toEqual(['-oProxyJump=ops@a,b:2200', '--', 'web01', 'exec /bin/sh']);
});

test('a program of the search path is found, but never in the current directory', () => {
  const before = process.env.PATH;
  try {
    process.env.PATH = `.::relative:/bin`;
    expect(launchOf({ kind: 'via', command: ['sh', '-x'] }, how)).toEqual({
      program: '/bin/sh',
      args: ['-x'],
    });
    process.env.PATH = `.::relative`;
    expect(() => launchOf({ kind: 'via', command: ['package.json'] }, how)).toThrow(
      'package.json is not in PATH; install it, or name it by an absolute path',
    );
    expect(() => launchOf({ kind: 'via', command: ['./sh'] }, how)).toThrow(
      './sh is not an absolute path; name the program by one',
    );
  } finally {
    process.env.PATH = before;
  }
});

needs('podman')("a container gets a shell by the system's own program", () => {
  const { program, args } = launched('podman://web');
  expect(program).toMatch(/^\/usr\/(local\/)?bin\/podman$/);
  expect(args).toEqual(['exec', '-i', 'web', '/bin/sh']);
});

test('a program of the system is searched in its directories, not where the user says', () => {
  const before = process.env.PATH;
  try {
    process.env.PATH = '/nowhere';
    const target = { kind: 'no-such-engine' as 'docker', name: 'web' } as const;
    expect(() => launchOf(target, how)).toThrow(
      expect.objectContaining({
        code: 'UNREACHABLE',
        subject: 'no-such-engine',
        message:
          'no-such-engine is not a program in /usr/bin, /bin, /usr/local/bin, /usr/sbin, /sbin, /usr/local/sbin; install it in /usr/bin',
      }),
    );
  } finally {
    process.env.PATH = before;
  }
});

describe('kubectl', () => {
  const launchIn = (directory: string, target: string, env: Readonly<Record<string, string>> = {}) => {
    vi.stubEnv('PATH', directory);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    try {
      return launched(target);
    } finally {
      vi.unstubAllEnvs();
    }
  };

  test('of the search path gets each name in one word, and what may be missing not at all', () => {
    const { directory } = fakeKubectl(temporaryDirectory());
    expect(launchIn(directory, 'kube://-n%20x%2F/shop/web-0/app')).toMatchObject({
      program: `${directory}/kubectl`,
      args: [
        ...['exec', '--stdin', '--context=-n x/', '--namespace=shop', '--container=app'],
        ...['web-0', '--', '/bin/sh'],
      ],
    });
    expect(launchIn(directory, 'kube:////web-0').args).toEqual(['exec', '--stdin', 'web-0', '--', '/bin/sh']);
  });

  test('that is not there is named', () => {
    expect(() => launchIn(temporaryDirectory(), 'kube:////web-0')).toThrow(
      'kubectl is not in PATH; install it, or name it by an absolute path',
    );
  });

  needs('root')('that others can replace is not run by root', () => {
    const { directory } = fakeKubectl(temporaryDirectory());
    chmodSync(directory, 0o777);
    expect(() => launchIn(directory, 'kube:////web-0')).toThrow(
      `${directory}/kubectl is not used by root, because others can change it: ${directory} can be written to by everybody; make root`,
    );
  });

  needs('root')('does not read the settings of another user whose home sudo left', () => {
    const { directory } = fakeKubectl(temporaryDirectory());
    const { env } = launchIn(directory, 'kube:////web-0', { HOME: '/home/another', KUBECONFIG: '/named' });
    expect(env).toMatchObject({ HOME: userInfo().homedir, KUBECONFIG: '/named' });
  });
});
