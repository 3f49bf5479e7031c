import { existingPaths, matchesOf } from '@hostspec/facts';
import { defineProvider, listOr } from '@hostspec/spec';
import { kubeconfigsOf, kubeletConf } from './kubeconfigs.js';

const certificatePatterns = [
  '/etc/kubernetes/pki/*.crt',
  '/etc/kubernetes/pki/etcd/*.crt',
  '/etc/kubernetes/ssl/*.crt',
  '/var/lib/k0s/pki/*.crt',
  '/var/lib/kubelet/pki/*-current.pem',
  '/var/lib/kubelet/pki/*.crt',
  '/var/lib/rancher/k3s/agent/*.crt',
  '/var/lib/rancher/k3s/server/tls/*.crt',
  '/var/lib/rancher/rke2/agent/*.crt',
  '/var/lib/rancher/rke2/server/tls/*.crt',
  '/var/snap/microk8s/current/certs/*.crt',
];
const mostCertificates = 60;

const kubeconfigs = [
  '/etc/kubernetes/admin.conf',
  '/etc/kubernetes/controller-manager.conf',
  kubeletConf,
  '/etc/kubernetes/scheduler.conf',
  '/var/lib/kubelet/kubeconfig',
];

/** The public certificates of a node. */
export const kubernetesCertificates = defineProvider({
  name: 'kubernetes_certificates',
  doc: `Sorted certificates of Kubernetes, k3s, rke2, k0s and MicroK8s, the first ${mostCertificates}: ${certificatePatterns.map((pattern) => `\`${pattern}\``).join(', ')}.`,
  yields: 'list',
  async evaluate({ host }) {
    const found = (await matchesOf(host, certificatePatterns)).slice(0, mostCertificates);
    return listOr(found, 'no certificate of Kubernetes');
  },
});

/** The kubeconfigs of a node's own components. */
export const kubeletKubeconfigs = defineProvider({
  name: 'kubelet_kubeconfigs',
  doc: `Those of ${kubeconfigs.map((path) => `\`${path}\``).join(', ')} that exist and are kubeconfigs.`,
  yields: 'list',
  evaluate: async ({ host }) => listOr(await kubeconfigsOf(host, kubeconfigs), 'no kubeconfig of this node'),
});

/** The directories in which Kubernetes keeps the configuration and certificates of a node. */
export const kubernetesDirectories = existingPaths('kubernetes_directories', [
  '/etc/kubernetes',
  '/var/lib/kubelet/pki',
]);

/** The directories of the store of a cluster. */
export const etcdDirectories = existingPaths('etcd_directories', [
  '/var/lib/etcd',
  '/var/lib/rancher/k3s/server/db',
  '/var/lib/rancher/rke2/server/db',
]);
