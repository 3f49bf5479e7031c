import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { untrustedWords, whyUntrustedData } from '@hostspec/files/trust';
import { shown } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import { type KubeNode, kubectlExec } from './kube.js';
import type { Target } from './target.js';

/** A local program and its arguments. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const systemDirectories = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin', '/usr/local/sbin'];

// All login shells understand these words alike.
const remoteShell = 'exec /bin/sh';

/** How often ssh checks that the host is there. */
const aliveSeconds = 15;

/** The local program that gives a shell on the target. @throws HostspecError `UNREACHABLE` if it is not installed. */
export function launchOf(
  target: Exclude<Target, KubeNode>,
  { interactive, connectTimeout }: { readonly interactive: boolean; readonly connectTimeout: number },
): Launch {
  if (target.kind === 'via') {
    const [word = '', ...args] = target.command;
    return { program: isAbsolute(word) ? word : findInPath(word), args };
  }
  if (target.kind === 'kube') return kubectl(kubectlExec(target, ['/bin/sh']));
  if (target.kind !== 'ssh')
    return {
      program: find(target.kind, systemDirectories),
      args: ['exec', '-i', target.name, '/bin/sh'],
    };
  const { destination, port, user, key, jump } = target;
  const options = [
    `ConnectTimeout=${Math.ceil(connectTimeout)}`,
    `ServerAliveInterval=${aliveSeconds}`,
    'ServerAliveCountMax=3',
    // Only ask for a shell, whatever else the user's configuration opens.
    'RemoteCommand=none',
    'ClearAllForwardings=yes',
    'Tunnel=no',
    'ForwardAgent=no',
    'ForwardX11=no',
    ...(interactive ? [] : ['BatchMode=yes']),
  ];
  return {
    program: find('ssh', systemDirectories),
    args: [
      '-T',
      ...options.map((option) => `-o${option}`),
      ...(port === undefined ? [] : ['-p', String(port)]),
      ...(user === undefined ? [] : ['-l', user]),
      ...(key === undefined ? [] : ['-i', key]),
      ...(jump === undefined ? [] : [`-oProxyJump=${jump}`]),
      '--',
      destination,
      remoteShell,
    ],
  };
}

/** The user's own kubectl with these arguments. @throws HostspecError `UNREACHABLE` if it is not in PATH, or root must not run it. */
export function kubectl(args: readonly string[]): Launch {
  const program = findInPath('kubectl');
  const why = whyUntrustedData(program);
  if (why !== undefined) throw notFound(program, untrustedWords(why));
  // sudo may leave HOME as another user's, whose .kube/config can name programs.
  const home = process.geteuid?.() === 0 ? { HOME: userInfo().homedir } : {};
  // A kuberc sets default options: if one makes `delete` ask first, the pod would stay.
  return { program, args, env: { ...process.env, ...home, KUBERC: 'off' } };
}

/** Finds a program on a search path, but never in the current directory. */
export function programInPath(name: string, path = ''): string | undefined {
  return programIn(
    path.split(':').filter((directory) => isAbsolute(directory)),
    name,
  );
}

function findInPath(name: string): string {
  const found = name.includes('/') ? undefined : programInPath(name, process.env.PATH);
  if (found !== undefined) return found;
  const why = name.includes('/')
    ? 'is not an absolute path; name the program by one'
    : 'is not in PATH; install it, or name it by an absolute path';
  throw notFound(name, why);
}

function find(name: string, directories: readonly string[]): string {
  const found = programIn(directories, name);
  if (found !== undefined) return found;
  throw notFound(name, `is not a program in ${directories.join(', ')}; install it in ${directories[0]}`);
}

function programIn(directories: readonly string[], name: string): string | undefined {
  return directories.map((directory) => join(directory, name)).find(isProgram);
}

function notFound(name: string, why: string): HostspecError {
  return new HostspecError('UNREACHABLE', `${shown(name, 100)} ${why}`, { subject: name });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
