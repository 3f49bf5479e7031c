import { shown } from '@hostspec/host-kit';
import { HostspecError } from '@hostspec/spec';
import { type Target, targetText } from './target.js';

/** A connection error: one sentence that starts with the target. */
export function unreachable(target: Target, problem: string, cause?: unknown): HostspecError {
  const name = targetText(target);
  return new HostspecError('UNREACHABLE', `${shown(name, 200)}: ${problem}`, { subject: name, cause });
}

type Advice = readonly (readonly [RegExp, (name: string) => string])[];

const aboutSsh: Advice = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    () => 'find out why the key of the host changed before you connect to it',
  ],
  [
    /Host key verification failed/,
    (name) => `connect once with ssh ${name} and compare the key, or add it to known_hosts`,
  ],
  [
    /Permission denied/,
    (name) => `check that ssh ${name} logs in, and load its key into an agent if it has a passphrase`,
  ],
  [/Could not resolve hostname/, () => 'check the name'],
  [
    /Connection refused|No route to host|Network is unreachable|timed out|Connection reset/i,
    () => 'check the name and the port, and that the host is up',
  ],
  [/^/, (name) => `check that ssh ${name} true works`],
];

const aboutKubectl: Advice = [
  [
    /context .* does not exist|context was not found/,
    () => 'kubectl config get-contexts lists the names; write %2F for a / in one',
  ],
  [/\(Forbidden\)/, () => 'ask for the rights to get pods and to create pods/exec in this namespace'],
  [
    /\(NotFound\)|container not found|not valid for pod/,
    () => 'check the names of the context, namespace, pod and container',
  ],
  [/no such file or directory|executable file not found/, () => 'the container needs /bin/sh'],
  [/^/, () => 'check that kubectl reaches the cluster, and that the pod is running'],
];

const aboutNodes: Advice = [
  ...aboutKubectl.slice(0, 1),
  [
    /violates PodSecurity|[Pp]rivileged/,
    () => 'name a namespace that allows privileged pods (--node-namespace), such as kube-system',
  ],
  [
    /\(Forbidden\)/,
    () => 'ask for the rights to get, create and delete pods and to create pods/exec in this namespace',
  ],
  [/nodes? .*not found/, () => 'kubectl get nodes lists the names'],
  [/namespaces? .*not found/, () => 'check the name of the namespace (--node-namespace)'],
  [/nsenter:/, () => 'the node needs /bin/sh'],
  [/executable file not found|no such file or directory/, () => 'the image needs sleep and nsenter'],
  [
    /Err\w*Pull|ImagePull|InvalidImageName|pull/,
    () => 'check the name of the image (--node-image), and that the node can pull it or has it',
  ],
  [/ContainerCreating/, () => 'give it more time (--connect-timeout) if the node has to pull the image'],
  [/^/, () => 'check that kubectl reaches the cluster, and that kubectl get nodes shows the node as Ready'],
];

const aboutCommands: Advice = [[/^/, () => 'check that the command gives a shell there']];

/** Advice by the output before a shell answered. The first match wins. */
const advice: Readonly<Record<Target['kind'], Advice>> = {
  ssh: aboutSsh,
  kube: aboutKubectl,
  'kube-node': aboutNodes,
  podman: aboutCommands,
  docker: aboutCommands,
  via: aboutCommands,
};

// kubectl logs each try, and then prints the last error in words.
const logOfKubectl = /^E\d{4} \d\d:\d\d:\d\d\.\d+ .*\n(?=.)/gm;

/** The error for a connection that ended before a shell answered. */
export function noShell(target: Target, noise: string): HostspecError {
  return advised(target, 'no shell answered', noise);
}

/** The error for a problem, with the output of the program and what to do. */
export function advised(target: Target, problem: string, noise: string): HostspecError {
  const said = lastLines(noise.replaceAll(logOfKubectl, ''));
  const how = advice[target.kind].find(([pattern]) => pattern.test(noise))?.[1](targetText(target));
  return unreachable(target, `${problem}${said === '' ? '' : `: ${said}`}; ${how}`);
}

const sentences: Readonly<Record<string, (detail: string) => string>> = {
  system: (detail) => `the host runs ${detail || 'an unknown system'}; the runner is for Linux`,
  arch: (detail) =>
    `the architecture of the host is ${detail || 'unknown'}; there are runners for x86_64, aarch64, s390x and ppc64le`,
  place: () =>
    'no directory there can hold and run the runner; tried: $XDG_RUNTIME_DIR, /dev/shm, /var/tmp, /tmp, /run (for root) and the home directory; give one of them 4 MB of space, without the mount option noexec',
  write: () => 'the runner cannot be written there; make room, and check that gzip and head work there',
  digest: () => 'the runner that arrived there has another sha256 than the one that was sent; try again',
  sudo: () => 'sudo is not installed there; connect as root instead',
  terminal: () =>
    'sudo insists on a terminal there (requiretty), and there is no script program to make one; remove requiretty for this user, install script, or connect as root',
};

/** The error for `fail WHY …` or an unexpected line. Secrets in the line must be masked. */
export function failed(target: Target, line: string): HostspecError {
  const [, why = '', detail = ''] = /^fail (\S*) ?(.*)$/s.exec(line) ?? [];
  const sentence = Object.hasOwn(sentences, why) ? sentences[why] : undefined;
  return unreachable(
    target,
    sentence
      ? sentence(shown(detail, 60))
      : `the connection failed: ${shown(line.replace(/^fail /, ''), 100)}`,
  );
}

const mostLines = 6;

/** The last lines that a program printed, as one line. Empty if it printed nothing. */
export function lastLines(text: string, limit = 600): string {
  const lines = text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    // The frame around ssh's warnings.
    .filter((line) => line !== '' && !/^@+$/.test(line));
  return shown(lines.slice(-mostLines).join('; '), limit);
}
