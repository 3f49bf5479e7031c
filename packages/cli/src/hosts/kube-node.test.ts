import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostLine } from '@hostspec/archive';
import { findRunner } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { fakeKubectl } from '../../../../tools/test/fake-kubectl.js';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { bin, directoryOf, hostspec, startHostspec } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import { typeAt } from '../testing/terminal.js';

const itRuns = needs(...(typeof findRunner() === 'string' ? ['a runner'] : []), 'root', 'unshare');

const words = ['collect', '--only', 'cmdline', '--format', 'ndjson', '--output', 'archive', '--quiet'];
const node = ['--host', 'kube-node://c/node-1', '--node-image', 'registry.example/busybox:1'];

/** A cluster, the command prefix that uses it, and a directory for the archive. */
function cluster() {
  const kubectl = fakeKubectl(temporaryDirectory());
  const path = `${kubectl.directory}:${process.env.PATH}`;
  return { ...kubectl, path, before: ['env', `PATH=${path}`], cwd: temporaryDirectory() };
}

itRuns('a node is collected, and its pod lives hardly longer than the run may', () => {
  const { calls, pods, directory, before, cwd, answers } = cluster();
  answers('if [ $verb = delete ]; then cp "$here/pods/$pod" "$here/deleted"; fi');
  const args = [...words, ...node, '--max-time', '60', '--node-namespace', 'kube-system'];
  expect(hostspec(args, { before, cwd })).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(cwd, 'archive'))).toBe(true);
  expect(pods()).toEqual([]);
  const { spec } = JSON.parse(readFileSync(join(directory, 'deleted'), 'utf8'));
  expect(spec.activeDeadlineSeconds).toBeGreaterThan(60);
  expect(spec.activeDeadlineSeconds).toBeLessThan(1000);
  const [, create = []] = calls();
  expect(create).toContain('--namespace=kube-system');
});

test('the image must be named before any host is reached', async () => {
  const { calls, path } = cluster();
  const cwd = directoryOf({ list: 'web01\nkube-node://c/node-1\n' });
  const problem = 'kube-node://c/node-1 needs --node-image: an image for a pod on that node';
  for (const hosts of [
    ['--host', 'kube-node://c/node-1'],
    ['--hosts', 'list'],
  ])
    expect(await runInProcess([...words, ...hosts], { env: { PATH: path }, cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`hostspec: ${problem}`),
    });
  expect(calls()).toEqual([]);
});

const hanging = {
  'while it is created': 'if [ $verb = create ]; then touch "$here/here"; sleep 1; fi',
  'while it starts': 'if [ "$verb $2" = "get pod" ]; then touch "$here/here"; exec cat; fi',
  'while it is used': 'if [ $verb = exec ]; then touch "$here/here"; exec cat; fi',
};

describe('a pod is removed', () => {
  for (const [moment, script] of Object.entries(hanging))
    for (const [signal, expected] of [
      ['SIGKILL', null],
      ['SIGINT', 130],
    ] as const)
      itRuns(`after ${signal} ${moment}`, async () => {
        const { calls, pods, directory, answers, before, cwd } = cluster();
        answers(script);
        const { child, ended } = startHostspec([...words, ...node], { before, cwd });
        await expect.poll(() => existsSync(join(directory, 'here'))).toBe(true);
        child.kill(signal);
        expect((await ended).status).toBe(expected);
        const verbs = (): string[] => calls().map(([verb = '']) => verb);
        await expect.poll(() => verbs().at(-1)).toBe('delete');
        await expect.poll(pods).toEqual([]);
        expect(verbs()).toContain('create');
      });

  needs(
    'root',
    'unshare',
    '/usr/bin/python3',
  )('after Ctrl-C on a terminal', async () => {
    const { pods, calls, answers, before, cwd } = cluster();
    answers('if [ $verb = exec ]; then echo READY >/proc/$PPID/fd/2; exec cat; fi');
    const argv = [...before, 'env', '-C', cwd, process.execPath, bin, ...words, ...node];
    const { status } = typeAt({ argv, first: 'READY', typed: [], last: '\x03' });
    expect(status).toBe(130);
    await expect.poll(() => calls().at(-1)?.[0]).toBe('delete');
    await expect.poll(pods).toEqual([]);
  });
});

describe('kube hosts', () => {
  const itRuns = needs(...(typeof findRunner() === 'string' ? ['a runner'] : []), 'root', 'unshare');

  const list = 'kube://c%2Fd/shop/web-0\nodd via: env LANG=C sh\nkube:////web-1/-x\n';
  const words = ['collect', '--hosts', 'list', '--output', 'out', '--only', 'cmdline', '--quiet'];

  itRuns('pods and hosts with a command of their own are collected from one list', () => {
    const cwd = directoryOf({ list: list.replace('kube:////web-1/-x\n', '') });
    const { directory, calls } = fakeKubectl(temporaryDirectory());
    const env = { PATH: `${directory}:${process.env.PATH}` };
    expect(hostspec(words, { cwd, env })).toMatchObject({ status: 0, stderr: '' });
    const lines = readFileSync(join(cwd, 'out/hosts.ndjson'), 'utf8').trimEnd().split('\n');
    expect(
      lines.map((line): HostLine => JSON.parse(line)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ).toMatchObject([
      {
        name: 'kube://c%2Fd/shop/web-0',
        outcome: 'collected',
        archive: 'kube%3A%2F%2Fc%252Fd%2Fshop%2Fweb-0.tar.gz',
      },
      { name: 'odd', outcome: 'collected', archive: 'odd.tar.gz' },
    ]);
    expect(calls()).toHaveLength(1);
  });

  itRuns('pods and nodes of a list can have the longest names', () => {
    const context = `${'cluster%2F'.repeat(100)}prod`;
    const targets = [
      `kube-node://${context}/${'n'.repeat(253)}`,
      `kube://${context}/${'n'.repeat(63)}/${'p'.repeat(253)}/${'c'.repeat(63)}`,
    ];
    const cwd = directoryOf({ list: targets.map((target) => `${target}\n`).join('') });
    const { directory, pods } = fakeKubectl(temporaryDirectory());
    const env = { PATH: `${directory}:${process.env.PATH}` };
    const args = [...words, '--node-image', 'registry.example/busybox:1'];
    expect(hostspec(args, { cwd, env })).toMatchObject({ status: 0, stderr: '' });
    const lines = readFileSync(join(cwd, 'out/hosts.ndjson'), 'utf8').trimEnd().split('\n');
    const hosts = lines.map((line): HostLine => JSON.parse(line));
    expect(hosts.map(({ name }) => name).sort()).toEqual(targets);
    for (const { archive = '' } of hosts)
      expect(hostspec(['verify', `out/${archive}`], { cwd })).toMatchObject({ status: 0 });
    expect(hostspec([...args, '--resume'], { cwd, env })).toMatchObject({ status: 0, stderr: '' });
    expect(pods()).toEqual([]);
  });

  test('a list that others can change, or with a name that Kubernetes does not allow, reaches no host', async () => {
    const cwd = directoryOf({ list });
    expect(await runInProcess(words, { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^hostspec: --hosts \S+\/list, line 3: .* no valid name of a container; /,
      ),
    });
    chmodSync(join(cwd, 'list'), 0o666);
    expect(await runInProcess(words, { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^hostspec: --hosts \S+\/list, line 2: .* has mode 0666, and .*\n$/),
    });
  });
});
