import { createRunnerHost } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { kubectlInPath } from '../../../tools/test/fake-kubectl.js';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { connectTarget } from './connect.js';
import type { ConnectOptions } from './options.js';
import { parseTarget } from './target.js';
import { ownRunner } from './testing/connected.js';

const pod = { image: 'registry.example/busybox:1' };
const connect = (text: string, options: Partial<ConnectOptions> = {}) =>
  connectTarget(parseTarget(text), { runners: () => ownRunner ?? 'there is none', pod, ...options });

const itRuns = needs(...(ownRunner ? [] : ['a runner']), 'root', 'unshare');

/** The words of a call, without random parts. */
const constant = (words: readonly string[]): string[] =>
  words.map((word) => word.replace(/[0-9a-f]{48}/, 'MARK').replace(/^hostspec-[0-9a-f]{16}$/, 'POD'));

itRuns('a node is reached through a pod of its own, which is removed', async () => {
  const { calls, pods, manifest } = kubectlInPath(temporaryDirectory());
  const { stream, close } = await connect('kube-node://c%2Fd/node-1.example', {
    pod: { ...pod, namespace: 'debug', lifetime: 1000.5 },
  });
  onTestFinished(close);
  const host = await createRunnerHost(stream);
  expect(await host.list('/proc')).not.toContain(String(process.pid));
  const [name = '', ...more] = pods();
  expect({ name, more }).toEqual({ name: expect.stringMatching(/^hostspec-[0-9a-f]{16}$/), more: [] });
  expect(manifest(name)).toEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'hostspec' } },
    spec: {
      nodeName: 'node-1.example',
      activeDeadlineSeconds: 1001,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostNetwork: true,
      hostPID: true,
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 0,
      tolerations: [{ operator: 'Exists' }],
      containers: [
        {
          name: 'hostspec',
          image: pod.image,
          imagePullPolicy: 'IfNotPresent',
          command: ['sleep', '1001'],
          securityContext: { privileged: true, runAsUser: 0 },
        },
      ],
    },
  });
  await close();
  expect(pods()).toEqual([]);
  const limit = '--request-timeout=30s';
  const made = ['--context=c/d', '--namespace=default'];
  expect(calls().map(constant)).toEqual([
    [
      ...['get', 'node', 'node-1.example', '--context=c/d', limit],
      '--output=jsonpath={"\\n"}MARK {.metadata.name}{"\\n"}',
    ],
    [
      ...['create', '--filename=-', '--output=jsonpath={.metadata.namespace}'],
      ...['--context=c/d', '--namespace=debug', limit],
    ],
    ['get', 'pod', 'POD', ...made, limit, expect.stringContaining('MARK {.status.phase}')],
    [
      ...['exec', '--stdin', ...made, '--container=hostspec', 'POD', '--'],
      ...['nsenter', '-t', '1', '-m', '-u', '-i', '-n', '--', '/bin/sh'],
    ],
    [
      ...['delete', 'pod', 'POD', '--ignore-not-found', '--wait=false'],
      ...['--context=c/d', '--namespace=debug', limit, '--namespace=default'],
    ],
  ]);
});

itRuns('the current context is named in each call, and may be another one later', async () => {
  const { calls } = kubectlInPath(temporaryDirectory());
  await (await connect('kube-node:///node-1')).close();
  const [, ...others] = calls();
  expect(others).toHaveLength(5);
  for (const words of others) expect(words).toContain('--context=of file');
});

test('sudo and questions are left out: the shell is that of root', async () => {
  kubectlInPath(temporaryDirectory()).answers('[ $verb = exec ] && exec cat');
  await expect(
    connect('kube-node://c/node-1', { sudo: true, connectTimeout: 2, interactive: true }),
  ).rejects.toThrow('kube-node://c/node-1: no answer for 2 s');
});

describe('a pod that does not run is one sentence, and is removed:', () => {
  test.each([
    [
      'get',
      'echo "Error from server (NotFound): nodes \\"node-1\\" not found" >&2; exit 1',
      'the node was not found: Error from server (NotFound): nodes "node-1" not found; kubectl get nodes lists the names',
    ],
    [
      'create',
      'echo "Error from server (Forbidden): pods \\"x\\" is forbidden: violates PodSecurity \\"baseline:latest\\": privileged" >&2; exit 1',
      'its debug pod was not created: Error from server (Forbidden): pods "x" is forbidden: violates PodSecurity "baseline:latest": privileged; name a namespace that allows privileged pods (--node-namespace), such as kube-system',
    ],
    [
      'create',
      'echo "Error from server (Forbidden): User \\"u\\" cannot create resource \\"pods\\"" >&2; exit 1',
      'its debug pod was not created: Error from server (Forbidden): User "u" cannot create resource "pods"; ask for the rights to get, create and delete pods and to create pods/exec in this namespace',
    ],
    ['create', 'echo -bad; exit', 'its debug pod was not created; check that kubectl reaches the cluster'],
    [
      'get',
      '[ "$2" = pod ] && { output="no such host\\n\\$mark Pending ErrImagePull"; echo no such host; echo "$mark Pending ErrImagePull"; exit; }',
      'its debug pod does not run: ErrImagePull; no such host; check the name of the image (--node-image), and that the node can pull it or has it',
    ],
    [
      'get',
      '[ "$2" = pod ] && { echo "exec: \\"sleep\\": executable file not found in \\$PATH"; echo "$mark Failed StartError"; exit; }',
      'its debug pod does not run: StartError; exec: "sleep": executable file not found in $PATH; the image needs sleep and nsenter',
    ],
    [
      'get',
      '[ "$2" = pod ] && { echo "$mark Pending ContainerCreating"; exit; }',
      'its debug pod does not run after 30 s: ContainerCreating; give it more time (--connect-timeout) if the node has to pull the image',
    ],
    [
      'get',
      '[ "$2" = pod ] && { echo "Error from server (NotFound): pods \\"x\\" not found" >&2; exit 1; }',
      'its debug pod does not run: Error from server (NotFound): pods "x" not found; check that kubectl reaches the cluster',
    ],
    [
      'exec',
      'echo "exec: \\"nsenter\\": executable file not found in \\$PATH" >&2; exit 126',
      'no shell answered: exec: "nsenter": executable file not found in $PATH; the image needs sleep and nsenter',
    ],
    [
      'exec',
      'echo "nsenter: failed to execute /bin/sh: No such file or directory" >&2; exit 127',
      'no shell answered: nsenter: failed to execute /bin/sh: No such file or directory; the node needs /bin/sh',
    ],
    ['exec', 'head -c 2000000 /dev/zero; exit', 'it sent more than 1048576 bytes'],
  ])('%s: %j', async (verb, script, sentence) => {
    const { answers, pods } = kubectlInPath(temporaryDirectory());
    answers(
      `mark=$(printf %s "$output" | grep -o '[0-9a-f]\\{48\\}'); if [ $verb = ${verb} ]; then ${script}; fi`,
    );
    const left: string[] = [];
    // A busy machine takes more than a second to start a few processes, so the time passes faster instead.
    const { now } = performance;
    vi.spyOn(performance, 'now').mockImplementation(() => 30 * now.call(performance));
    await expect(
      connect('kube-node://c/node-1', {
        connectTimeout: 30,
        pod: { ...pod, onLeft: (text) => left.push(text) },
      }),
    ).rejects.toThrow(`kube-node://c/node-1: ${sentence}`);
    expect({ pods: pods(), left }).toEqual({ pods: [], left: [] });
  });
});

test('a user who may not see nodes can still have a pod on one', async () => {
  const { answers, calls } = kubectlInPath(temporaryDirectory());
  answers(
    'case "$*" in "get node"*) echo "Error from server (Forbidden): nodes" >&2; exit 1;; create*) exit 1;; esac',
  );
  await expect(connect('kube-node://c/node-1')).rejects.toThrow('its debug pod was not created');
  expect(calls().map(([verb]) => verb)).toEqual(['get', 'create', 'delete']);
});

test('a pod that cannot be removed is named, with the command that removes it', async () => {
  const { answers } = kubectlInPath(temporaryDirectory());
  answers('case $verb in exec) exit 1;; delete) echo "The connection was refused" >&2; exit 1;; esac');
  const left: string[] = [];
  const onLeft = (sentence: string): void => void left.push(sentence);
  await expect(connect('kube-node://c%20d/node-1', { pod: { ...pod, onLeft } })).rejects.toThrow('no shell');
  expect(left).toEqual([
    expect.stringMatching(
      /^the pod on node node-1 could not be removed: The connection was refused; this removes it: kubectl delete pod hostspec-\w{16} '?--context=c d'? --namespace=default$/,
    ),
  ]);
});

test.each([
  [{ image: '' }, 'kube-node://c/node-1 needs --node-image: '],
  [{ ...pod, namespace: '-n' }, '--node-namespace -n is not allowed; allowed: the name of a namespace'],
])('%j reaches no cluster', async (options, sentence) => {
  const { calls } = kubectlInPath(temporaryDirectory());
  await expect(connect('kube-node://c/node-1', { pod: options })).rejects.toThrow(sentence);
  expect(calls()).toEqual([]);
});
