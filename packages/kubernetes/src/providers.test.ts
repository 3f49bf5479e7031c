import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { hasKubeletKubeconfig } from './conditions.js';
import { kubeletKubeconfigs, kubernetesCertificates } from './providers.js';
import { kubernetes } from './specs.js';

const on = (...paths: readonly string[]) =>
  fakeContext(fakeHost({ files: Object.fromEntries(paths.map((path) => [path, 'x\n'])) }));

test('public certificates, never keys', async () => {
  const { evaluate } = kubernetesCertificates.definition;
  const context = on(
    '/etc/kubernetes/pki/etcd/server.crt',
    '/etc/kubernetes/pki/ca.crt',
    '/etc/kubernetes/pki/ca.key',
    '/etc/kubernetes/pki/sa.pub',
    '/var/lib/kubelet/pki/kubelet-client-current.pem',
    '/var/lib/kubelet/pki/kubelet-client-2025-12-30-09-12-41.pem',
    '/var/lib/kubelet/pki/kubelet.key',
  );
  expect(await evaluate(context)).toEqual([
    '/etc/kubernetes/pki/ca.crt',
    '/etc/kubernetes/pki/etcd/server.crt',
    '/var/lib/kubelet/pki/kubelet-client-current.pem',
  ]);
  expect(await evaluate(on())).toEqual({ nothing: 'no certificate of Kubernetes' });
});

test('of many certificates, the first sixty', async () => {
  const paths = Array.from({ length: 70 }, (_, index) => `/etc/kubernetes/pki/${index + 100}.crt`);
  expect(await kubernetesCertificates.definition.evaluate(on(...paths))).toEqual(paths.slice(0, 60));
});

test('kubeconfigs of the components, not those of people', async () => {
  const { evaluate } = kubeletKubeconfigs.definition;
  const context = on('/etc/kubernetes/kubelet.conf', '/etc/kubernetes/other.conf', '/root/.kube/config');
  expect(await evaluate(context)).toEqual(['/etc/kubernetes/kubelet.conf']);
  expect(await evaluate(on())).toEqual({ nothing: 'no kubeconfig of this node' });
});

test('kubelet.conf of a node of OpenShift is no kubeconfig', async () => {
  const node = on('/etc/kubernetes/kubelet.conf', '/var/lib/kubelet/kubeconfig');
  const openShift = on(
    '/etc/kubernetes/kubelet.conf',
    '/etc/machine-config-daemon/currentconfig',
    '/var/lib/kubelet/kubeconfig',
  );
  const holds = async (context: typeof node) =>
    (await hasKubeletKubeconfig.definition.evaluate(context)).holds;
  expect([await holds(node), await holds(openShift)]).toEqual([true, false]);
  const { evaluate } = kubeletKubeconfigs.definition;
  expect(await evaluate(openShift)).toEqual(['/var/lib/kubelet/kubeconfig']);
});

test('no pattern takes a file with tokens, keys or a kubeconfig', async () => {
  const secret = [
    '/etc/kubernetes/admin.conf',
    '/etc/kubernetes/encryption-config.yaml',
    '/etc/kubernetes/kubelet.conf',
    '/etc/kubernetes/pki/ca.key',
    '/etc/rancher/k3s/k3s.yaml',
    '/etc/rancher/rke2/rke2.yaml',
    '/etc/cni/net.d/calico-kubeconfig',
    '/etc/systemd/system/k3s.service.env',
    '/var/lib/kubelet/pki/kubelet-client-current.pem',
    '/var/lib/kubelet/pods/1f2e/volumes/kubernetes.io~secret/db/password',
    '/var/lib/rancher/k3s/server/node-token',
    '/var/lib/rancher/k3s/server/token',
    '/var/snap/microk8s/current/args/cluster-agent.token',
    '/var/snap/microk8s/current/credentials/client.config',
    '/var/snap/microk8s/current/credentials/known_tokens.csv',
  ];
  const { host } = on(...secret);
  const patterns = Object.values(kubernetes.specs).flatMap((spec) =>
    spec.type === 'glob_file' ? [...spec.patterns] : spec.type === 'simple_file' ? [spec.path] : [],
  );
  expect(patterns.length).toBeGreaterThan(0);
  expect((await host.glob(patterns)).paths).toEqual([]);
});
