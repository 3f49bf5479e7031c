import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostLine } from '@hostspec/archive';
import { findRunner } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { fakeKubectl } from '../../../../tools/test/fake-kubectl.js';
import { directoryOf, hostspec, temporaryDirectory } from '../testing/cli.js';

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

test('a list that others can change, or with a name that Kubernetes does not allow, reaches no host', () => {
  const cwd = directoryOf({ list });
  expect(hostspec(words, { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^hostspec: --hosts \S+\/list, line 3: .* no valid name of a container; /),
  });
  chmodSync(join(cwd, 'list'), 0o666);
  expect(hostspec(words, { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^hostspec: --hosts \S+\/list, line 2: .* has mode 0666, and .*\n$/),
  });
});
