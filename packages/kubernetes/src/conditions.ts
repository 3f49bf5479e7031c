import { pathCondition, socketCondition } from '@hostspec/facts';

/** Holds if the kubelet of this node has a kubeconfig where kubeadm puts it. */
export const hasKubeletKubeconfig = pathCondition('HasKubeletKubeconfig', '/etc/kubernetes/kubelet.conf');

/** Holds if a container runtime listens where crictl looks for it. */
export const runtimeListens = socketCondition(
  'RuntimeListens',
  '/run/containerd/containerd.sock',
  '/run/crio/crio.sock',
  '/run/cri-dockerd.sock',
  '/run/k3s/containerd/containerd.sock',
);
