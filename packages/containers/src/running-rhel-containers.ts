import { fact } from '@hostspec/facts';
import {
  type ContainerElement,
  defineProvider,
  type Host,
  insideContainer,
  nothing,
  runLines,
} from '@hostspec/spec';
import { parseContainerTable } from './container-table.js';

const engines = ['podman', 'docker'] as const;
const shortId = 12;

interface Found {
  readonly containers: readonly ContainerElement[];
  readonly reason: string;
}

/** The running containers of RHEL, in the order of the engines' tables. */
export const rhelContainers = fact(async (host): Promise<Found> => {
  const candidates = new Map<string, ContainerElement>();
  const problems: string[] = [];
  for (const engine of engines) {
    const program = `/usr/bin/${engine}`;
    if (!(await host.which(program))) {
      problems.push(`${program} is not installed`);
      continue;
    }
    const lines = await runLines(host, `${program} ps --all --no-trunc`);
    const rows = lines && parseContainerTable(lines);
    if (!rows) problems.push(`${program} ps gave no table of containers`);
    for (const { id, image } of rows ?? [])
      if (!candidates.has(id)) candidates.set(id, { image, engine, id: id.slice(0, shortId) });
  }
  if (candidates.size === 0)
    return { containers: [], reason: ['no running container', ...problems].join('; ') };
  const tested = await Promise.all(
    [...candidates.values()].map(async (container) => ((await isRhel(host, container)) ? [container] : [])),
  );
  const reason = `none of ${candidates.size} running containers says in /etc/redhat-release that it is RHEL`;
  return { containers: tested.flat(), reason };
});

// The same arguments as in the entry that collects the file: it is read once for both.
async function isRhel(host: Host, container: ContainerElement): Promise<boolean> {
  const lines = await runLines(host, insideContainer(container, ['cat', '/etc/redhat-release']), {
    timeout: 10,
  });
  return lines?.length === 1 && /red hat enterprise linux/i.test(lines[0] ?? '');
}

/** The running containers whose system is RHEL. */
export const runningRhelContainers = defineProvider({
  name: 'running_rhel_containers',
  doc: 'Running containers whose /etc/redhat-release is one line that names Red Hat Enterprise Linux: first those of podman in the order of `/usr/bin/podman ps --all --no-trunc`, then those of docker, if installed, that podman does not list. The file is read with cat, without a shell, so the container does not need one; the reference implementation copies the whole /bin/sh out of each container to check that it exists. Commands that break the table into several lines do not hide containers.',
  yields: 'containers',
  timeout: 240,
  async evaluate({ host }) {
    const { containers, reason } = await rhelContainers(host);
    return containers.length > 0 ? containers : nothing(reason);
  },
});
