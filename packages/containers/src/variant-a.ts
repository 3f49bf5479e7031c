import { globFile, simpleCommand, simpleFile, variant } from '@hostspec/spec';
import { containers } from './specs.js';

/** The containers domain in its earlier variant A. */
export const containersA = variant(containers, {
  add: {
    docker_info: simpleCommand('/usr/bin/docker info', {
      doc: 'State of the Docker engine: storage driver, cgroup driver and registries',
      effects: { needsRoot: true },
    }),
    docker_list_containers: simpleCommand('/usr/bin/docker ps --all --no-trunc', {
      doc: 'All Docker containers, stopped ones included: image, state and exit codes',
      effects: { needsRoot: true },
    }),
    docker_list_images: simpleCommand('/usr/bin/docker images --all --no-trunc --digests', {
      doc: 'All Docker images with digests: unused layers and outdated images',
      effects: { needsRoot: true },
    }),
    docker_storage_setup: simpleFile('/etc/sysconfig/docker-storage-setup', {
      doc: 'Storage set-up of Docker: driver, volume group and pool size',
    }),
    docker_sysconfig: simpleFile('/etc/sysconfig/docker', {
      doc: 'Start options of Docker: registries, SELinux and log driver',
    }),
    kubepods_cpu_quota: globFile(
      [
        '/sys/fs/cgroup/cpu/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod[a-f0-9_]*.slice/cpu.cfs_quota_us',
      ],
      { doc: 'CPU quota of each burstable pod: workloads that are throttled' },
    ),
    ls_ocp_cni_openshift_sdn: simpleCommand('/bin/ls -l /var/lib/cni/networks/openshift-sdn', {
      doc: 'Addresses reserved by the OpenShift SDN plugin: leaked entries that use up the subnet',
      absentWhen: ['No such file or directory'],
    }),
    ls_origin_local_volumes_pods: simpleCommand('/bin/ls -l /var/lib/origin/openshift.local.volumes/pods', {
      doc: 'Pod volume directories of an OpenShift node: leftovers of deleted pods',
      absentWhen: ['No such file or directory'],
      effects: { needsRoot: true },
    }),
    oc_get_clusterrole_with_config: simpleCommand(
      '/usr/bin/oc get clusterrole --config /etc/origin/master/admin.kubeconfig',
      {
        doc: 'Cluster roles of OpenShift 3: missing or changed default roles',
        effects: { network: true, needsRoot: true },
      },
    ),
    oc_get_clusterrolebinding_with_config: simpleCommand(
      '/usr/bin/oc get clusterrolebinding --config /etc/origin/master/admin.kubeconfig',
      {
        doc: 'Cluster role bindings of OpenShift 3: who holds which role',
        effects: { network: true, needsRoot: true },
      },
    ),
    openshift_hosts: simpleFile('/root/.config/openshift/hosts', {
      doc: 'Inventory saved by the OpenShift installer: nodes and roles of the installation',
      effects: { needsRoot: true },
    }),
    systemd_docker: simpleCommand('/usr/bin/systemctl cat docker.service', {
      doc: 'Unit file of Docker with drop-ins: start options and ordering in force',
      absentWhen: ['No files found for', 'System has not been booted with systemd'],
    }),
  },
  omit: [
    'cni_podman_bridge_conf',
    'container_cpu_online',
    'container_cpuset_cpus',
    'container_dotnet_version',
    'container_installed_rpms',
    'container_mssql_api_assessment',
    'container_nginx_conf',
    'container_nginx_error_log',
    'container_ps_aux',
    'container_redhat_release',
    'container_vsftpd_conf',
    'podman_list_containers',
    'podman_system_info',
  ],
});
