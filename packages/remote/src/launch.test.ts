import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { launchOf } from './launch.js';
import { parseTarget } from './target.js';

const how = { interactive: false, connectTimeout: 30 };

describe('ssh', () => {
  needs('/usr/bin/ssh')(
    'gets fixed options, then the name, then one command that every login shell understands',
    () => {
      const { program, args } = launchOf(parseTarget('ssh://admin@web01:2222'), how);
      expect(program).toBe('/usr/bin/ssh');
      expect(args.slice(-7)).toEqual(['-p', '2222', '-l', 'admin', '--', 'web01', 'exec /bin/sh']);
      expect(args).toEqual(expect.arrayContaining(['-T', '-oBatchMode=yes', '-oForwardAgent=no']));
      expect(args.join(' ')).not.toMatch(/StrictHostKeyChecking|UserKnownHostsFile|IdentityFile/);
    },
  );
  needs('/usr/bin/ssh')('gets the key of a target', () => {
    const { args } = launchOf({ kind: 'ssh', destination: 'web01', key: '~/.ssh/web' }, how);
    expect(args.slice(-5)).toEqual(['-i', '~/.ssh/web', '--', 'web01', 'exec /bin/sh']);
  });
  needs('/usr/bin/ssh')('may ask on a terminal', () => {
    const { args } = launchOf(parseTarget('web01'), { ...how, interactive: true });
    expect(args).not.toContain('-oBatchMode=yes');
    expect(args).not.toContain('-p');
  });
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
    expect(() => launchOf({ kind: 'via', command: ['package.json'] }, how)).toThrow('is not a program in ');
  } finally {
    process.env.PATH = before;
  }
});

needs('podman')("a container gets a shell by the system's own program", () => {
  const { program, args } = launchOf(parseTarget('podman://web'), how);
  expect(program).toMatch(/^\/usr\/(local\/)?bin\/podman$/);
  expect(args).toEqual(['exec', '-i', 'web', '/bin/sh']);
});
