import { existingPaths } from '@hostspec/facts';
import { defineProvider, listOr, nothing, runLines } from '@hostspec/spec';

const mostContainers = 200;

/** The containers of Docker. */
export const dockerContainers = defineProvider({
  name: 'docker_containers',
  doc: `Full ids of the containers in \`/usr/bin/docker ps --all --no-trunc\`, running or not, in its order; the first ${mostContainers}.`,
  yields: 'list',
  async evaluate({ host }) {
    const lines = await runLines(host, '/usr/bin/docker ps --all --no-trunc');
    if (!lines) return nothing('/usr/bin/docker gives no list of containers');
    const ids = lines.flatMap((line) => /^([0-9a-f]{64})\s/.exec(line)?.[1] ?? []);
    return listOr(ids.slice(0, mostContainers), 'Docker has no container');
  },
});

/** The networks of Docker. */
export const dockerNetworkNames = defineProvider({
  name: 'docker_network_names',
  doc: 'Names of the networks in `/usr/bin/docker network ls --no-trunc`, in its order.',
  yields: 'list',
  async evaluate({ host }) {
    const lines = await runLines(host, '/usr/bin/docker network ls --no-trunc');
    if (!lines) return nothing('/usr/bin/docker gives no list of networks');
    const names = lines.flatMap((line) => /^[0-9a-f]{64}\s+([A-Za-z0-9][\w.-]*)\s/.exec(line)?.[1] ?? []);
    return listOr(names, 'Docker has no network');
  },
});

/** The directories in which LXD and Incus have an entry for each instance. */
export const instanceDirectories = existingPaths(
  'instance_directories',
  ['/var/lib/incus', '/var/lib/lxd', '/var/snap/lxd/common/lxd'].flatMap((directory) => [
    `${directory}/containers`,
    `${directory}/virtual-machines`,
  ]),
);
