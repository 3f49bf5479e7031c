import { defined, shown, usageError } from '@hostspec/host-kit';
import { joinWords, splitWords, type UsageError } from '@hostspec/spec';
import {
  type KubeContainer,
  type KubeNode,
  kubeContainer,
  kubeForm,
  kubeNode,
  kubeText,
  nodeForm,
} from './kube.js';

/** A host to connect to. */
export type Target =
  | {
      readonly kind: 'ssh';
      readonly destination: string;
      readonly port?: number;
      readonly user?: string;
      /** Path of a private key. Default: ssh's own configuration. */
      readonly key?: string;
      /** Hosts to go through, in the form of ssh's ProxyJump. Default: ssh's own configuration. */
      readonly jump?: string;
    }
  | { readonly kind: 'podman' | 'docker'; readonly name: string }
  | KubeContainer
  | KubeNode
  | { readonly kind: 'via'; readonly command: readonly string[] };

const allowed = `ssh://USER@HOST:PORT, a host name or name of the ssh configuration, USER@HOST, podman://NAME, docker://NAME, ${kubeForm} or ${nodeForm}`;

// A name goes to ssh and to programs in its configuration: it must not look like an option or have a shell's characters.
const name = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;
const address = /^[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9_.-]{1,32})?$/;
const userName = /^[A-Za-z0-9_][A-Za-z0-9_.@\\+-]{0,254}$/;

/**
 * Parses a target: `ssh://user@host:port`, `user@host`, a name in ssh's configuration, `podman://NAME`, `docker://NAME`,
 * `kube://CONTEXT/NAMESPACE/POD/CONTAINER` or `kube-node://CONTEXT/NODE`.
 *
 * @throws UsageError for anything else, with what is allowed.
 */
export function parseTarget(text: string): Target {
  const [, scheme, rest = ''] = /^([A-Za-z][\w+.-]*):\/\/(.*)$/s.exec(text) ?? [];
  if (scheme === 'podman' || scheme === 'docker') {
    if (!name.test(rest)) throw refused(text, 'has no valid container name');
    return { kind: scheme, name: rest };
  }
  if (scheme === 'kube' || scheme === 'kube-node') {
    const parsed = scheme === 'kube' ? kubeContainer(rest) : kubeNode(rest);
    if (typeof parsed === 'string') throw refused(text, parsed);
    return parsed;
  }
  if (scheme !== undefined && scheme !== 'ssh') throw refused(text, 'has an unknown beginning');
  return scheme === 'ssh' ? sshTarget(text, rest.replace(/\/$/, '')) : sshTarget(text, text, false);
}

function sshTarget(text: string, rest: string, hasPort = true): Target {
  const at = rest.lastIndexOf('@');
  const user = at < 0 ? undefined : rest.slice(0, at);
  const place = rest.slice(at + 1);
  if (user?.includes(':')) throw refused(text, 'must not have a password in it');
  if (user !== undefined && !userName.test(user)) throw refused(text, 'has no valid user name');
  const [, bracketed, plain, digits] =
    (hasPort ? /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(place) : undefined) ?? [];
  const destination = hasPort ? (bracketed ?? plain ?? '') : place;
  const port = digits === undefined ? undefined : Number(digits);
  const isName = bracketed === undefined && name.test(destination);
  const isAddress =
    (bracketed !== undefined || !hasPort) && /:.*:/.test(destination) && address.test(destination);
  if (!isName && !isAddress) {
    const hint = /^[^:]+:\d+$/.test(place) && !hasPort ? `; write ssh://${rest} for a port` : '';
    throw refused(text, `has no valid host name${hint}`);
  }
  if (port !== undefined && (port < 1 || port > 65_535)) throw refused(text, 'has no port from 1 to 65535');
  return defined({ kind: 'ssh', destination, port, user });
}

function refused(text: string, problem: string): UsageError {
  return usageError(`the target "${shown(text, 200)}" ${problem}; allowed: ${allowed}`, text, text);
}

/**
 * Parses a command that gives the standard input and output of a POSIX shell on the host, such as `kubectl exec -i POD -- sh`. It is split
 * into words like a shell does; no shell runs it here.
 *
 * @throws UsageError if it is empty, has an unclosed quote, or starts with an option.
 */
export function viaTarget(commandLine: string): Target {
  const command = wordsOf(commandLine);
  const [program = ''] = command;
  if (program === '' || program.startsWith('-') || commandLine.includes('\0'))
    throw refusedCommand(commandLine, 'names no program');
  return { kind: 'via', command };
}

function wordsOf(commandLine: string): string[] {
  try {
    return splitWords(commandLine);
  } catch {
    throw refusedCommand(commandLine, 'has a quote that is not closed, or ends with a backslash');
  }
}

function refusedCommand(commandLine: string, problem: string): UsageError {
  return usageError(
    `the command "${shown(commandLine, 200)}" ${problem}; allowed: a program with its arguments, such as kubectl exec -i POD -- sh`,
    commandLine,
    commandLine,
  );
}

/** A target as people write it. */
export function targetText(target: Target): string {
  if (target.kind === 'via') return joinWords(target.command);
  if (target.kind === 'kube' || target.kind === 'kube-node') return kubeText(target);
  if (target.kind !== 'ssh') return `${target.kind}://${target.name}`;
  const { destination, port, user } = target;
  const login = user === undefined ? destination : `${user}@${destination}`;
  if (port === undefined) return login;
  return destination.includes(':')
    ? `ssh://${user === undefined ? '' : `${user}@`}[${destination}]:${port}`
    : `ssh://${login}:${port}`;
}
