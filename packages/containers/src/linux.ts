import { commandWithArgs, foreachExecute, globFile, linux, simpleCommand, simpleFile } from '@hostspec/spec';
import { containerdListens, dockerRuns } from './conditions.js';
import { dockerContainers, dockerNetworkNames, instanceDirectories } from './providers.js';
import { containers } from './specs.js';

const docker = { when: dockerRuns(), effects: { needsRoot: true } };
// Without a daemon, ctr waits for longer than its own limit.
const ctr = { when: containerdListens(), timeout: 15, origin: 'ctr(8)', effects: { needsRoot: true } };
const podman = { effects: { loadsModules: true } };

/** The containers domain for all of Linux. */
export const containersLinux = linux(containers, {
  for: {
    openshift_router_environ: ['rhel'],
    openshift_router_pid: ['rhel'],
    ose_master_config: ['rhel'],
    ose_node_config: ['rhel'],
    readlink_e_shift_cert_client: ['rhel'],
    readlink_e_shift_cert_server: ['rhel'],
    systemd_openshift_node: ['rhel'],
  },
  add: {
    containerd_config: globFile(
      [
        '/etc/containerd/config.toml',
        '/etc/containerd/conf.d/*.toml',
        '/etc/containerd/certs.d/*/hosts.toml',
      ],
      {
        doc: 'Containerd configuration: runtimes, cgroup driver, registries and their mirrors',
        origin: 'containerd-config.toml(5)',
        effects: { needsRoot: true },
      },
    ),
    containers_conf: globFile(
      [
        '/etc/containers/containers.conf',
        '/etc/containers/containers.conf.d/*.conf',
        '/etc/containers/policy.json',
        '/etc/containers/registries.conf',
        '/etc/containers/registries.conf.d/*.conf',
        '/etc/containers/storage.conf',
      ],
      {
        doc: 'Podman and CRI-O: registries, storage, trust and defaults of containers',
        origin: 'containers.conf(5)',
      },
    ),
    crio_conf: globFile(['/etc/crio/crio.conf', '/etc/crio/crio.conf.d/*'], {
      doc: 'CRI-O configuration: runtimes, cgroup driver, limits and registries',
      origin: 'crio.conf(5)',
      effects: { needsRoot: true },
    }),
    crio_config_merged: simpleCommand('/usr/bin/crio config', {
      doc: 'All settings of CRI-O with their defaults, as a start of it would read them',
      origin: 'crio(8)',
      effects: { needsRoot: true },
    }),
    ctr_containers: simpleCommand('/usr/bin/ctr --timeout 5s --namespace k8s.io containers list', {
      doc: 'Containers that containerd runs for the kubelet, with image and runtime',
      ...ctr,
    }),
    ctr_namespaces: simpleCommand('/usr/bin/ctr --timeout 5s namespaces list', {
      doc: 'Namespaces of containerd: who uses it, such as the kubelet or Docker',
      ...ctr,
    }),
    ctr_plugins: simpleCommand('/usr/bin/ctr --timeout 5s plugins list', {
      doc: 'Plugins of containerd and whether each could be loaded: a snapshotter or runtime that failed',
      ...ctr,
    }),
    docker_container_logs: foreachExecute(
      '/usr/bin/docker logs --timestamps --tail 500 %s',
      dockerContainers(),
      {
        doc: 'Last 500 lines that each container of Docker wrote',
        onRequest: true,
        ...docker,
        origin: 'docker-logs(1)',
      },
    ),
    docker_daemon_info: simpleCommand('/usr/bin/docker info', {
      doc: 'Docker daemon: storage and cgroup driver, registries, proxies and its own warnings',
      ...docker,
      origin: 'docker-info(1)',
    }),
    docker_daemon_json: simpleFile('/etc/docker/daemon.json', {
      doc: 'Options of the Docker daemon: mirrors, address ranges, log and storage driver',
      origin: 'https://docs.docker.com/reference/cli/dockerd/',
    }),
    docker_events: simpleCommand('/usr/bin/docker events --since 24h --until 0s', {
      doc: 'What happened to containers of Docker in a day: those that died, restarted or ran out of memory',
      ...docker,
      origin: 'docker-events(1)',
    }),
    docker_images: simpleCommand('/usr/bin/docker image ls --all --digests --no-trunc', {
      doc: 'Images of Docker with digest, age and size',
      ...docker,
      origin: 'docker-image-ls(1)',
    }),
    docker_inspect: foreachExecute('/usr/bin/docker inspect %s', dockerContainers(), {
      doc: 'Each container of Docker in full: mounts, limits, restart policy, health, exit status, networks',
      ...docker,
      origin: 'docker-inspect(1)',
    }),
    docker_network_inspect: foreachExecute('/usr/bin/docker network inspect %s', dockerNetworkNames(), {
      doc: 'Each network of Docker: address range, gateway and containers; ranges that the site uses too',
      ...docker,
      origin: 'docker-network-inspect(1)',
    }),
    docker_networks: simpleCommand('/usr/bin/docker network ls --no-trunc', {
      doc: 'Networks of Docker with driver and scope',
      ...docker,
      origin: 'docker-network-ls(1)',
    }),
    docker_ps: simpleCommand('/usr/bin/docker ps --all --no-trunc', {
      doc: 'Containers of Docker, stopped ones too: image, command, age, exit status and ports',
      ...docker,
      origin: 'docker-ps(1)',
    }),
    docker_stats: simpleCommand('/usr/bin/docker stats --all --no-stream --no-trunc', {
      doc: 'CPU, memory, limit and traffic of each container of Docker at this moment',
      timeout: 15,
      ...docker,
      origin: 'docker-stats(1)',
    }),
    docker_system_df: simpleCommand('/usr/bin/docker system df', {
      doc: 'Space that images, containers, volumes and build cache of Docker use, and what could be freed',
      timeout: 30,
      ...docker,
      origin: 'docker-system-df(1)',
    }),
    docker_unit_dropins: globFile(
      ['/etc/systemd/system/docker.service.d/*.conf', '/etc/systemd/system/containerd.service.d/*.conf'],
      {
        doc: 'Changes to the services of Docker and containerd: proxies and arguments',
        origin: 'systemd.unit(5)',
      },
    ),
    docker_version: simpleCommand('/usr/bin/docker version', {
      doc: 'Versions of the Docker client and daemon, of containerd and runc',
      ...docker,
      origin: 'docker-version(1)',
    }),
    docker_volumes: simpleCommand('/usr/bin/docker volume ls', {
      doc: 'Volumes of Docker with their driver',
      ...docker,
      origin: 'docker-volume-ls(1)',
    }),
    lxc_configs: globFile(['/var/lib/lxc/*/config', '/etc/lxc/default.conf'], {
      doc: 'Configuration of each LXC container: network, devices, limits and start at boot',
      origin: 'lxc.container.conf(5)',
      effects: { needsRoot: true },
    }),
    lxc_list: simpleCommand('/usr/bin/lxc-ls --fancy', {
      doc: 'LXC containers with state, address and start at boot',
      origin: 'lxc-ls(1)',
      effects: { needsRoot: true },
    }),
    // Their client would start the daemon, and on some hosts install it.
    lxd_instances: commandWithArgs(
      '/usr/bin/find %s -mindepth 1 -maxdepth 1 -printf "%TF %TT %p\\n"',
      instanceDirectories(),
      {
        doc: 'Instances of LXD and Incus by name, with the date of each: containers and virtual machines',
        saveAs: 'lxd_instances',
        absentWhen: ['BusyBox'],
        origin: 'https://linuxcontainers.org/incus/docs/main/',
        effects: { needsRoot: true },
      },
    ),
    podman_images: simpleCommand('/usr/bin/podman images --all --digests --no-trunc', {
      doc: 'Images of Podman with digest, age and size',
      ...podman,
      origin: 'podman-images(1)',
    }),
    podman_networks: simpleCommand('/usr/bin/podman network ls', {
      doc: 'Networks of Podman with their driver',
      ...podman,
      origin: 'podman-network-ls(1)',
    }),
    podman_pods: simpleCommand('/usr/bin/podman pod ps --no-trunc', {
      doc: 'Pods of Podman with state, age and number of containers',
      ...podman,
      origin: 'podman-pod-ps(1)',
    }),
    podman_quadlets: globFile(
      ['/etc/containers/systemd/*', '/etc/containers/systemd/*/*', '/usr/share/containers/systemd/*'],
      {
        doc: 'Containers, volumes and networks that systemd starts with Podman',
        origin: 'podman-systemd.unit(5)',
      },
    ),
    podman_volumes: simpleCommand('/usr/bin/podman volume ls', {
      doc: 'Volumes of Podman with their driver',
      ...podman,
      origin: 'podman-volume-ls(1)',
    }),
  },
  providers: [dockerContainers, dockerNetworkNames, instanceDirectories],
  conditions: [containerdListens, dockerRuns],
});
