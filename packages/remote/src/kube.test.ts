import { createRunnerHost } from '@hostspec/runner';
import { needs } from '@hostspec/testing';
import { expect, onTestFinished, test } from 'vitest';
import { kubectlInPath } from '../../../tools/test/fake-kubectl.js';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { connectTarget } from './connect.js';
import { parseTarget } from './target.js';
import { ownRunner } from './testing/connected.js';

const runners = () => ownRunner ?? 'there is none';

const itRuns = needs(...(ownRunner ? [] : ['a runner']), 'root', 'unshare');

itRuns('a container of a pod is reached by kubectl exec', async () => {
  const { calls } = kubectlInPath(temporaryDirectory());
  const { stream, facts, close } = await connectTarget(parseTarget('kube://c%2Fd/shop/web-0/app'), {
    runners,
  });
  onTestFinished(close);
  const host = await createRunnerHost(stream);
  expect(facts.runner).toBe('uploaded');
  // It has processes of its own.
  expect(await host.list('/proc')).not.toContain(String(process.pid));
  await close();
  expect(calls()).toEqual([
    [
      ...['exec', '--stdin', '--context=c/d', '--namespace=shop', '--container=app'],
      ...['web-0', '--', '/bin/sh'],
    ],
  ]);
});

test.each([
  [
    `echo 'Error from server (NotFound): pods "web-0" not found' >&2; exit 1`,
    'kube://c/shop/web-0: no shell answered: Error from server (NotFound): pods "web-0" not found; check the names of the context, namespace, pod and container',
  ],
  [
    `head -c 2000000 /dev/zero; exit`,
    'kube://c/shop/web-0: it sent more than 1048576 bytes that do not belong to the connection',
  ],
  [`exec sleep 60`, 'kube://c/shop/web-0: no answer for 0.3 s; check that the host is up'],
])('a pod that answers by %j is one sentence', async (script, sentence) => {
  kubectlInPath(temporaryDirectory()).answers(script);
  const target = parseTarget('kube://c/shop/web-0');
  await expect(connectTarget(target, { runners, connectTimeout: 0.3 })).rejects.toThrow(sentence);
});
