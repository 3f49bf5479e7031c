import { rpmQueryFormat } from '@hostspec/facts';
import {
  foreachCollect,
  foreachExecute,
  insightsCore,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { nginxConf, runningRhelContainers } from './providers.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** Podman, docker, OpenShift/Kubernetes, all container_* entries. */
export const containers = slice({
  name: 'containers',
  version,
  origin: insightsCore,
  specs: {
    cni_podman_bridge_conf: simpleFile('/etc/cni/net.d/87-podman-bridge.conflist', {
      doc: 'Default bridge network of Podman: subnet that may clash with the network of the site',
    }),
    container_cpu_online: foreachExecute('/sys/devices/system/cpu/online', runningRhelContainers(), {
      doc: 'CPUs online as seen inside each running container: what workloads believe they have',
      container: 'file',
    }),
    container_cpuset_cpus: foreachExecute('/sys/fs/cgroup/cpuset/cpuset.cpus', runningRhelContainers(), {
      doc: 'CPUs allowed for each running container: pinning that limits its workload',
      container: 'file',
    }),
    container_dotnet_version: foreachExecute('/usr/bin/dotnet --version', runningRhelContainers(), {
      doc: 'Version of the .NET SDK inside each running container: outdated runtimes in images',
      container: 'command',
    }),
    container_installed_rpms: foreachExecute(
      `/usr/bin/rpm -qa --qf '${rpmQueryFormat}'`,
      runningRhelContainers(),
      {
        doc: 'Packages inside each running container: vulnerable or outdated images',
        signal: 'SIGTERM',
        container: 'command',
      },
    ),
    container_mssql_api_assessment: foreachExecute(
      '/var/opt/mssql/log/assessments/assessment-latest',
      runningRhelContainers(),
      {
        doc: 'Latest SQL Server assessment inside each running container: best-practice findings',
        container: 'file',
      },
    ),
    container_nginx_conf: foreachExecute(null, nginxConf(), {
      doc: 'Nginx configuration inside each running container: listeners, TLS and proxies',
      container: 'file',
    }),
    container_nginx_error_log: foreachExecute('/var/log/nginx/error.log', runningRhelContainers(), {
      doc: 'Nginx error log inside each running container: upstream and start-up failures',
      container: 'file',
    }),
    container_ps_aux: foreachExecute('/bin/ps aux', runningRhelContainers(), {
      doc: 'Processes inside each running container: what really runs in the image',
      container: 'command',
    }),
    container_redhat_release: foreachExecute('/etc/redhat-release', runningRhelContainers(), {
      doc: 'Release file inside each running container: base image version of the workload',
      container: 'file',
    }),
    container_vsftpd_conf: foreachExecute('/etc/vsftpd/vsftpd.conf', runningRhelContainers(), {
      doc: 'FTP server configuration inside each running container: anonymous access and TLS',
      container: 'file',
    }),
    etcd_conf: simpleFile('/etc/etcd/etcd.conf', {
      doc: 'Configuration of etcd: peers, TLS and data directory of the cluster store',
    }),
    openshift_router_environ: foreachCollect(
      '/proc/%s/environ',
      simpleCommand('/usr/bin/pgrep -n openshift-route', { emptyRc: [1] }),
      {
        doc: 'Environment of the OpenShift router process: limits, reload interval and TLS options',
        effects: { needsRoot: true },
      },
    ),
    openshift_router_pid: simpleCommand('/usr/bin/pgrep -n openshift-route', {
      doc: 'Process id of the newest OpenShift router: the key to its environment',
      emptyRc: [1],
    }),
    ose_master_config: simpleFile('/etc/origin/master/master-config.yaml', {
      doc: 'Master configuration of OpenShift 3: API, identity providers and admission',
      effects: { needsRoot: true },
    }),
    ose_node_config: simpleFile('/etc/origin/node/node-config.yaml', {
      doc: 'Node configuration of OpenShift 3: kubelet arguments and network',
      effects: { needsRoot: true },
    }),
    podman_list_containers: simpleCommand('/usr/bin/podman ps --all --no-trunc', {
      doc: 'All Podman containers, stopped ones included: image, state and exit codes',
      effects: { loadsModules: true },
    }),
    podman_system_info: simpleCommand('/usr/bin/podman system info --format=json', {
      doc: 'Podman host information as JSON: storage driver, cgroup version and registries',
      effects: { loadsModules: true },
    }),
    readlink_e_shift_cert_client: simpleCommand(
      '/usr/bin/readlink -e /etc/origin/node/certificates/kubelet-client-current.pem',
      {
        doc: 'Where the current kubelet client certificate leads: dangling after a failed rotation',
        absentWhen: [1],
        effects: { needsRoot: true },
      },
    ),
    readlink_e_shift_cert_server: simpleCommand(
      '/usr/bin/readlink -e /etc/origin/node/certificates/kubelet-server-current.pem',
      {
        doc: 'Where the current kubelet server certificate leads: a missing target breaks node access',
        absentWhen: [1],
        effects: { needsRoot: true },
      },
    ),
    systemd_openshift_node: simpleCommand('/usr/bin/systemctl cat atomic-openshift-node.service', {
      doc: 'Unit file of the OpenShift 3 node service with drop-ins: limits and ordering',
      absentWhen: ['No files found for', 'System has not been booted with systemd'],
    }),
  },
  providers: [nginxConf, runningRhelContainers],
});
