import { matchesOf } from '@hostspec/facts';
import type { Host } from '@hostspec/spec';

/** Where kubeadm puts the kubeconfig of the kubelet. On a node of OpenShift 4, it is the configuration of the kubelet. */
export const kubeletConf = '/etc/kubernetes/kubelet.conf';

const openShift = '/etc/machine-config-daemon';

/** Those of these paths that are there and are kubeconfigs. */
export async function kubeconfigsOf(host: Host, paths: readonly string[]): Promise<readonly string[]> {
  const found = await matchesOf(host, paths);
  return (await host.stat(openShift)) === undefined ? found : found.filter((path) => path !== kubeletConf);
}
