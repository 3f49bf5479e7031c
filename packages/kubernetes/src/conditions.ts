import { socketCondition } from '@hostspec/facts';
import { defineCondition } from '@hostspec/spec';
import { kubeconfigsOf, kubeletConf } from './kubeconfigs.js';

/** Holds if the kubelet of this node has a kubeconfig where kubeadm puts it. */
export const hasKubeletKubeconfig = defineCondition({
  name: 'HasKubeletKubeconfig',
  doc: `The host has ${kubeletConf}, and is no node of OpenShift 4, where this is the configuration of the kubelet.`,
  async evaluate({ host }) {
    const [found] = await kubeconfigsOf(host, [kubeletConf]);
    return found === undefined
      ? { holds: false, reason: `no kubeconfig ${kubeletConf}` }
      : { holds: true, reason: `there is ${kubeletConf}` };
  },
});

/** Holds if a container runtime listens where crictl looks for it. */
export const runtimeListens = socketCondition(
  'RuntimeListens',
  '/run/containerd/containerd.sock',
  '/run/crio/crio.sock',
  '/run/cri-dockerd.sock',
  '/run/k3s/containerd/containerd.sock',
);
