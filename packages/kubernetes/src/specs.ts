import {
  commandWithArgs,
  foreachExecute,
  globFile,
  listdir,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { hasKubeletKubeconfig, runtimeListens } from './conditions.js';
import {
  etcdDirectories,
  kubeletKubeconfigs,
  kubernetesCertificates,
  kubernetesDirectories,
} from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

const notThere = ['No such file or directory'];
const rootOnly = { effects: { needsRoot: true } };
// Without a runtime, crictl would wait for each of those that it knows.
const crictl = {
  when: runtimeListens(),
  timeout: 15,
  origin: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/crictl/',
  ...rootOnly,
};

// Never here: Secrets, tokens, keys, the files of kubeconfigs and what encrypts the store.
/** A node of Kubernetes: kubelet, runtime, pod network, static pods, k3s, rke2, MicroK8s, k0s. */
export const kubernetes = slice({
  name: 'kubernetes',
  version,
  specs: {
    cni_conf: globFile(
      [
        '/etc/cni/net.d/*.conf',
        '/etc/cni/net.d/*.conflist',
        '/var/lib/rancher/k3s/agent/etc/cni/net.d/*.conflist',
      ],
      {
        doc: 'Pod network: which plugins give a pod its address, with ranges and MTU',
        origin: 'https://www.cni.dev/docs/spec/',
        ...rootOnly,
      },
    ),
    cni_logs: globFile(
      [
        '/var/log/calico/cni/*.log',
        '/var/log/antrea/*.log',
        '/var/log/aws-routed-eni/*.log',
        '/var/log/multus.log',
      ],
      {
        doc: 'Logs of the pod network: why a pod got no address',
        log: { window: '3d', newest: 4_000_000 },
        origin: 'https://docs.tigera.io/calico/latest/operations/troubleshoot/component-logs',
        ...rootOnly,
      },
    ),
    cni_plugins: listdir('/opt/cni/bin', {
      doc: 'Plugins of the pod network that are installed: one that the configuration names but is missing',
      origin: 'https://www.cni.dev/plugins/current/',
    }),
    crictl_conf: simpleFile('/etc/crictl.yaml', {
      doc: 'Which container runtime crictl asks',
      origin: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/crictl/',
    }),
    crictl_imagefsinfo: simpleCommand('/usr/bin/crictl --timeout 5s imagefsinfo', {
      doc: 'Space and files that images use: a node that evicts pods for lack of disk space',
      ...crictl,
    }),
    crictl_images: simpleCommand('/usr/bin/crictl --timeout 5s images -o json', {
      doc: 'Images on the node with tags, digests and sizes',
      ...crictl,
    }),
    crictl_info: simpleCommand('/usr/bin/crictl --timeout 5s info', {
      doc: 'State of the container runtime: whether it and the pod network are ready, and its configuration',
      ...crictl,
    }),
    crictl_pods: simpleCommand('/usr/bin/crictl --timeout 5s pods -o json', {
      doc: 'Pods on the node, dead ones too, with state, age and labels',
      ...crictl,
    }),
    crictl_ps: simpleCommand('/usr/bin/crictl --timeout 5s ps --all -o json', {
      doc: 'Containers on the node, stopped ones too: state, restarts and image',
      ...crictl,
    }),
    crictl_stats: simpleCommand('/usr/bin/crictl --timeout 10s stats --all -o json', {
      doc: 'CPU, memory and disk space of each container on the node',
      ...crictl,
    }),
    crictl_version: simpleCommand('/usr/bin/crictl --timeout 5s version', {
      doc: 'Name and version of the container runtime and of its interface',
      ...crictl,
    }),
    etcd_files: commandWithArgs('/usr/bin/find %s -maxdepth 4 -ls', etcdDirectories(), {
      doc: 'Names, sizes and dates of the files of the cluster store: one that grew too large or is not written',
      saveAs: 'etcd_files',
      absentWhen: ['BusyBox'],
      origin: 'https://etcd.io/docs/latest/op-guide/maintenance/',
      ...rootOnly,
    }),
    flannel_subnet: simpleFile('/run/flannel/subnet.env', {
      doc: 'Range of pod addresses that flannel gave this node, and its MTU',
      origin: 'https://docs.k3s.io/networking/basic-network-options',
    }),
    k0s_config: globFile(['/etc/k0s/k0s.yaml', '/etc/k0s/containerd.toml', '/etc/k0s/containerd.d/*.toml'], {
      doc: 'k0s as configured: network, storage and runtime',
      origin: 'https://docs.k0sproject.io/stable/configuration/',
      ...rootOnly,
    }),
    k3s_config: globFile(
      [
        '/etc/rancher/k3s/config.yaml',
        '/etc/rancher/k3s/config.yaml.d/*.yaml',
        '/etc/rancher/k3s/registries.yaml',
        '/etc/systemd/system/k3s*.service',
      ],
      {
        doc: 'k3s as configured and started: options, registries and components that are off',
        origin: 'https://docs.k3s.io/installation/configuration',
        ...rootOnly,
      },
    ),
    k3s_manifests: listdir('/var/lib/rancher/k3s/server/manifests', {
      doc: 'Components that k3s deploys by itself',
      origin: 'https://docs.k3s.io/installation/packaged-components',
      ...rootOnly,
    }),
    k3s_version: simpleCommand('/usr/local/bin/k3s --version', {
      doc: 'Version of k3s and of the Go compiler that built it',
      origin: 'https://docs.k3s.io/cli',
    }),
    kubeadm_version: simpleCommand('/usr/bin/kubeadm version', {
      doc: 'Version of kubeadm: which upgrade of the cluster it can do',
      origin: 'https://kubernetes.io/docs/reference/setup-tools/kubeadm/kubeadm-version/',
    }),
    kubectl_version: simpleCommand('/usr/bin/kubectl version --client', {
      doc: 'Version of kubectl on this node',
      origin: 'https://kubernetes.io/docs/reference/kubectl/generated/kubectl_version/',
    }),
    kubelet_config: globFile(
      [
        '/var/lib/kubelet/config.yaml',
        '/etc/kubernetes/kubelet/*.json',
        '/etc/kubernetes/kubelet/config.json.d/*',
        '/etc/kubernetes/kubelet-config.yaml',
      ],
      {
        doc: 'Configuration of the kubelet: limits, eviction, cgroup driver and DNS of pods',
        origin: 'https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/',
        ...rootOnly,
      },
    ),
    kubelet_flags: globFile(
      ['/var/lib/kubelet/kubeadm-flags.env', '/etc/default/kubelet', '/etc/sysconfig/kubelet'],
      {
        doc: 'Arguments of the kubelet that override its configuration file',
        origin: 'https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/kubelet-integration/',
        ...rootOnly,
      },
    ),
    kubelet_healthz: simpleCommand('/usr/bin/curl -q -s --max-time 3 http://127.0.0.1:10248/healthz', {
      doc: 'Whether the kubelet says that it is well',
      absentWhen: [7],
      origin: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/',
    }),
    kubelet_pods: simpleCommand(
      '/usr/bin/find /var/lib/kubelet/pods -mindepth 1 -maxdepth 1 -printf "%TF %TT %f\\n"',
      {
        doc: 'Pods whose directory is on the node, with its date: those that the kubelet could not clean up',
        absentWhen: [...notThere, 'BusyBox'],
        origin: 'find(1)',
        ...rootOnly,
      },
    ),
    kubelet_unit: globFile(
      [
        '/etc/systemd/system/kubelet.service',
        '/etc/systemd/system/kubelet.service.d/*.conf',
        '/usr/lib/systemd/system/kubelet.service',
        '/usr/lib/systemd/system/kubelet.service.d/*.conf',
      ],
      {
        doc: 'How systemd starts the kubelet',
        origin: 'https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/kubelet-integration/',
      },
    ),
    kubelet_version: simpleCommand('/usr/bin/kubelet --version', {
      doc: 'Version of Kubernetes on this node: compare with the other nodes',
      origin: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/',
    }),
    kubernetes_api_ready: simpleCommand(
      '/usr/bin/kubectl --kubeconfig /etc/kubernetes/kubelet.conf --request-timeout=5s get --raw /readyz?verbose',
      {
        doc: 'Whether this node reaches its API server, and which of the server’s own checks fail',
        // That it cannot be reached is the answer.
        keepRc: true,
        timeout: 15,
        when: hasKubeletKubeconfig(),
        origin: 'https://kubernetes.io/docs/reference/using-api/health-checks/',
        effects: { network: true, needsRoot: true },
      },
    ),
    kubernetes_audit_policy: globFile(
      ['/etc/kubernetes/audit-policy.yaml', '/etc/kubernetes/policies/*.yaml'],
      {
        doc: 'What the API server records of requests',
        origin: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/',
        ...rootOnly,
      },
    ),
    kubernetes_cert_dates: foreachExecute(
      '/usr/bin/openssl x509 -in %s -noout -subject -issuer -enddate',
      kubernetesCertificates(),
      {
        doc: 'Owner, issuer and end of each certificate of the node: one that has expired stops the cluster',
        origin: 'openssl-x509(1)',
        ...rootOnly,
      },
    ),
    kubernetes_files: commandWithArgs('/usr/bin/find %s -xdev -ls', kubernetesDirectories(), {
      doc: 'Names, owners, modes and dates of the files of Kubernetes, without their content',
      saveAs: 'kubernetes_files',
      absentWhen: ['BusyBox'],
      origin: 'find(1)',
      ...rootOnly,
    }),
    kubernetes_kubeconfigs: foreachExecute(
      '/usr/bin/kubectl config view --kubeconfig %s -o \'jsonpath={range .clusters[*]}cluster {.name} {.cluster.server}{"\\n"}{end}{range .contexts[*]}context {.name}: cluster {.context.cluster}, user {.context.user}{"\\n"}{end}\'',
      kubeletKubeconfigs(),
      {
        doc: 'Servers, contexts and user names in the kubeconfigs of the node, without keys and tokens',
        origin: 'https://kubernetes.io/docs/reference/kubectl/generated/kubectl_config/kubectl_config_view/',
        ...rootOnly,
      },
    ),
    kubernetes_logs: globFile(
      [
        '/var/log/kube-apiserver.log',
        '/var/log/kube-proxy.log',
        '/var/log/kubelet.log',
        '/var/log/k3s.log',
        '/var/lib/rancher/k3s/agent/containerd/containerd.log',
        '/var/lib/rancher/rke2/agent/containerd/containerd.log',
        '/var/lib/rancher/rke2/agent/logs/kubelet.log',
      ],
      {
        doc: 'Logs of the components that write to files: kubelet, proxy, API server and the runtime of k3s and rke2',
        log: { window: '3d', newest: 8_000_000 },
        origin: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/',
        ...rootOnly,
      },
    ),
    kubernetes_static_pods: globFile(
      ['/etc/kubernetes/manifests/*.yaml', '/var/lib/rancher/rke2/agent/pod-manifests/*.yaml'],
      {
        doc: 'API server, store, scheduler and controllers as this node runs them, with their arguments',
        origin: 'https://kubernetes.io/docs/tasks/configure-pod-container/static-pod/',
        ...rootOnly,
      },
    ),
    // The whole file holds the files of the node, with the secrets in them.
    machine_config_daemon: simpleCommand(
      `/bin/grep -o '"name":"rendered-[a-z0-9-]*"' /etc/machine-config-daemon/currentconfig`,
      {
        doc: 'Rendered configuration that a node of OpenShift 4 has: compare with what its pool should have',
        for: ['rhel'],
        absentWhen: notThere,
        emptyRc: [1],
        origin: 'https://docs.openshift.com/container-platform/latest/machine_configuration/index.html',
        ...rootOnly,
      },
    ),
    microk8s_args: globFile(
      [
        'apiserver-proxy',
        'cluster-agent',
        'containerd',
        'containerd-env',
        'containerd.toml',
        'etcd',
        'flanneld',
        'k8s-dqlite',
        'kube-apiserver',
        'kube-controller-manager',
        'kube-proxy',
        'kube-scheduler',
        'kubelet',
        'kubelite',
      ].map((name) => `/var/snap/microk8s/current/args/${name}`),
      {
        doc: 'Arguments of each component of MicroK8s',
        origin: 'https://microk8s.io/docs/configuring-services',
        ...rootOnly,
      },
    ),
    // `microk8s status` is a program in a snap: it would make directories in the home of root.
    microk8s_state: listdir('/var/snap/microk8s/current/var/lock', {
      doc: 'Marks of MicroK8s: whether it is stopped, clustered or highly available, which services are off',
      origin: 'https://microk8s.io/docs/configuring-services',
      ...rootOnly,
    }),
    pod_logs: globFile(['/var/log/pods/*/*/*.log'], {
      doc: 'The newest of what each container of a pod wrote',
      log: { newest: 32_000_000, newestEach: 256_000 },
      onRequest: true,
      origin: 'https://kubernetes.io/docs/concepts/cluster-administration/logging/',
      ...rootOnly,
    }),
    pod_logs_list: simpleCommand('/usr/bin/find /var/log/pods -maxdepth 3 -printf "%s %TF %TT %p\\n"', {
      doc: 'Pods by namespace and name with the size and date of their logs; the number of a log is that of the restart',
      absentWhen: [...notThere, 'BusyBox'],
      origin: 'https://kubernetes.io/docs/concepts/cluster-administration/logging/',
      ...rootOnly,
    }),
    pod_logs_system: globFile(['/var/log/pods/kube-system_*/*/*.log'], {
      doc: 'The newest logs of the pods that run the cluster: API server, store, DNS, proxy and network',
      log: { newest: 16_000_000, newestEach: 512_000 },
      origin: 'https://kubernetes.io/docs/concepts/cluster-administration/logging/',
      ...rootOnly,
    }),
    rancher_containerd_config: globFile(
      [
        '/var/lib/rancher/k3s/agent/etc/containerd/config.toml',
        '/var/lib/rancher/rke2/agent/etc/containerd/config.toml',
      ],
      {
        doc: 'The container runtime that k3s and rke2 bring, as they configured it',
        origin: 'https://docs.k3s.io/advanced',
        ...rootOnly,
      },
    ),
    rke2_config: globFile(
      [
        '/etc/rancher/rke2/config.yaml',
        '/etc/rancher/rke2/config.yaml.d/*.yaml',
        '/etc/rancher/rke2/registries.yaml',
      ],
      {
        doc: 'rke2 as configured: options, registries and network',
        origin: 'https://docs.rke2.io/install/configuration',
        ...rootOnly,
      },
    ),
  },
  providers: [etcdDirectories, kubeletKubeconfigs, kubernetesCertificates, kubernetesDirectories],
  conditions: [hasKubeletKubeconfig, runtimeListens],
});
