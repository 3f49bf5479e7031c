import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { shown, usageError } from '@hostspec/host-kit';
import { isHostspecError, joinWords, type UsageError } from '@hostspec/spec';
import { openChannel } from './channel.js';
import { advised, lastLines, unreachable } from './failure.js';
import { isLabel, type KubeNode, kubectlExec, kubectlPlace, kubeText } from './kube.js';
import { kubectl, type Launch } from './launch.js';
import type { PodOptions } from './options.js';

/** A pod on a node. */
export interface DebugPod {
  /** The program that gives a shell on the node. */
  readonly launch: Launch;
  /** Removes the pod. Waits until the cluster has agreed. */
  remove(): Promise<void>;
}

const longestLife = 24 * 60 * 60;
const container = 'hostspec';

/**
 * Creates the pod, waits for a line or for the end of this process, and then removes the pod. One shell does both, so it cannot remove the
 * pod before it exists. It ignores SIGPIPE, so that it outlives this process. Its values are arguments, not parts of the script. Errors of
 * kubectl go to standard output, so that they arrive before its own next line.
 */
const keeper = `
trap '' PIPE
exec 2>&1
kubectl=$1 manifest=$2 mark=$3 pod=$4
shift 4
if namespace=$(printf %s "$manifest" | "$kubectl" create --filename=- '--output=jsonpath={.metadata.namespace}' "$@"); then
  set -- "$@" "--namespace=$namespace"
  echo "$mark made $namespace" && read -r end
fi
"$kubectl" delete pod "$pod" --ignore-not-found --wait=false "$@" >/dev/null && echo "$mark removed"
`;

/** The error for a node without an image for its debug pod. */
export function imageMissing(target: string): UsageError {
  return usageError(
    `${shown(target, 200)} needs --node-image: an image for a pod on that node, which it has or can pull, with the programs sleep and nsenter, such as busybox from a registry that you trust`,
    '--node-image',
  );
}

/**
 * Starts a pod on a node that can become root there.
 *
 * @throws UsageError if the image is missing or the namespace is invalid; HostspecError `UNREACHABLE` if the pod does not run after
 * `seconds` without progress.
 */
export async function openDebugPod(
  target: KubeNode,
  options: PodOptions | undefined,
  seconds: number,
): Promise<DebugPod> {
  if (options === undefined || options.image === '') throw imageMissing(kubeText(target));
  const { image, namespace: wanted, lifetime = longestLife, onLeft } = options;
  if (wanted !== undefined && !isLabel(wanted))
    throw usageError(
      `--node-namespace ${shown(wanted, 100)} is not allowed; allowed: the name of a namespace`,
      '--node-namespace',
      wanted,
    );
  const ask = questions(target, seconds);
  const context = target.context ?? (await currentContext(ask));
  const limit = `--request-timeout=${Math.ceil(seconds)}s`;
  await checkNode(target, ask, [...kubectlPlace({ context }), limit]);

  const pod = `hostspec-${randomBytes(8).toString('hex')}`;
  const manifest = manifestOf(pod, target.node, image, Math.min(longestLife, Math.ceil(lifetime)));
  const place = [...kubectlPlace({ context, namespace: wanted }), limit];
  const kept = keepPod(pod, JSON.stringify(manifest), place, seconds);
  let namespace = wanted;
  const removeOnce = async (): Promise<void> => {
    const why = await kept.remove();
    const command = ['kubectl', 'delete', 'pod', pod, ...kubectlPlace({ context, namespace })];
    if (why !== undefined)
      onLeft?.(
        `the pod on node ${target.node} could not be removed: ${lastLines(why)}; this removes it: ${shown(joinWords(command), 2000)}`,
      );
  };
  let removing: Promise<void> | undefined;
  const remove = (): Promise<void> => {
    removing ??= removeOnce();
    return removing;
  };
  try {
    namespace = await kept.made();
    if (namespace === undefined) throw advised(target, 'its debug pod was not created', kept.noise());
    await untilRunning(target, ask, ['pod', pod, ...kubectlPlace({ context, namespace }), limit], seconds);
    return { launch: kubectl(kubectlExec({ context, namespace, pod, container }, enterNode)), remove };
  } catch (error) {
    await remove();
    throw isHostspecError(error) ? error : unreachable(target, (error as Error).message, error);
  }
}

/** A pod that exists as long as this process, at most. */
interface KeptPod {
  /** The namespace in which the pod was created; undefined if it was not. @throws Error if the cluster does not answer. */
  made(): Promise<string | undefined>;
  /** The output of kubectl. */
  noise(): string;
  /** Removes the pod. Returns a reason if it may still exist, else undefined. */
  remove(): Promise<string | undefined>;
}

function keepPod(pod: string, manifest: string, place: readonly string[], seconds: number): KeptPod {
  const { program, env = process.env } = kubectl([]);
  const mark = newMark();
  const args = ['-c', keeper, 'sh', program, manifest, mark, pod, ...place];
  const { next, send, noise } = openChannel({ program: '/bin/sh', args, env }, `${mark} `, {
    interactive: false,
    // Long enough for its two calls of kubectl, each of which has the limit.
    idleSeconds: 3 * seconds,
  });
  let isRemoved = false;
  const heard = async (): Promise<string | undefined> => {
    const line = await next();
    isRemoved ||= line === 'removed';
    return line;
  };
  return {
    noise,
    async made() {
      const [, namespace = ''] = /^made (.*)$/.exec((await heard()) ?? '') ?? [];
      return isLabel(namespace) ? namespace : undefined;
    },
    async remove() {
      send('\n');
      try {
        while (!isRemoved && (await heard()) !== undefined);
        return isRemoved ? undefined : noise();
      } catch (error) {
        // The keeper goes on: it may still succeed.
        return (error as Error).message;
      }
    },
  };
}

/** Starts a shell in the namespaces of the node. The pod shares its PID namespace already. */
const enterNode = ['nsenter', '-t', '1', '-m', '-u', '-i', '-n', '--', '/bin/sh'];

function manifestOf(name: string, nodeName: string, image: string, lifetime: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'hostspec' } },
    spec: {
      nodeName,
      activeDeadlineSeconds: lifetime,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostNetwork: true,
      hostPID: true,
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 0,
      tolerations: [{ operator: 'Exists' }],
      containers: [
        {
          name: container,
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['sleep', String(lifetime)],
          securityContext: { privileged: true, runAsUser: 0 },
        },
      ],
    },
  };
}

const newMark = (): string => randomBytes(24).toString('hex');

interface Answer {
  /** The answer; undefined if there is none. */
  readonly line: string | undefined;
  /** All other output. */
  readonly noise: string;
}

/** Asks kubectl for fields, in jsonpath, as one marked line. `text` has fields with text from others, which is printed before that line. */
type Ask = (args: readonly string[], fields: string, text?: string) => Promise<Answer>;

function questions(target: KubeNode, idleSeconds: number): Ask {
  return async (args, fields, text = '') => {
    const mark = newMark();
    const output = `--output=jsonpath=${text}{"\\n"}${mark} ${fields}{"\\n"}`;
    const channel = openChannel(kubectl([...args, output]), `${mark} `, { interactive: false, idleSeconds });
    try {
      const line = await channel.next();
      return { line, noise: channel.noise() };
    } catch (error) {
      throw unreachable(target, (error as Error).message, error);
    } finally {
      await channel.close();
    }
  };
}

/**
 * Name of the current context, because another one may be current when the pod is removed. Undefined without a kubeconfig, as in a cluster.
 */
async function currentContext(ask: Ask): Promise<string | undefined> {
  const { line } = await ask(['config', 'view'], '{.current-context}');
  return line || undefined;
}

/**
 * Checks that the node exists: the cluster would accept a pod for any name. For users who may not see nodes, only the pod can show that.
 */
async function checkNode(target: KubeNode, ask: Ask, place: readonly string[]): Promise<void> {
  const { line, noise } = await ask(['get', 'node', target.node, ...place], '{.metadata.name}');
  if (line === undefined && !noise.includes('(Forbidden)'))
    throw advised(target, 'the node was not found', noise);
}

const pauseMilliseconds = 500;
const starting = new Set(['', 'ContainerCreating', 'PodInitializing']);

async function untilRunning(
  target: KubeNode,
  ask: Ask,
  pod: readonly string[],
  seconds: number,
): Promise<void> {
  const states = '{.status.containerStatuses[*].state.*';
  let last = '';
  for (let since = performance.now(); ; ) {
    const { line = '', noise } = await ask(
      ['get', ...pod],
      `{.status.phase} {.status.reason} ${states}.reason}`,
      `{.status.message} ${states}.message}`,
    );
    const [phase = '', reason = ''] = line.split(/ +/);
    if (phase === 'Running') return;
    if (phase !== 'Pending' || !starting.has(reason))
      throw advised(target, 'its debug pod does not run', [reason, noise].join('\n'));
    const state = `${phase} ${reason}`;
    if (state !== last) since = performance.now();
    last = state;
    if (performance.now() - since > seconds * 1000)
      throw advised(target, `its debug pod does not run after ${seconds} s`, reason || phase);
    await pause(pauseMilliseconds);
  }
}
