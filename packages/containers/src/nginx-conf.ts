import {
  type ContainerElement,
  defineProvider,
  type Host,
  insideContainer,
  nothing,
  runLines,
} from '@hostspec/spec';
import { rhelContainers } from './running-rhel-containers.js';

/** A configuration written by a person does not have more files than this. */
const maxFiles = 1000;

/** The nginx configuration files inside running RHEL containers. */
export const nginxConf = defineProvider({
  name: 'nginx_conf',
  doc: 'Files named *.conf below etc/nginx or a directory rh-nginx*, in /etc and /opt inside each container of running_rhel_containers; sorted by container, at most 1000 each. A container without find is left out. Only absolute paths printed by find count; the reference implementation also accepts error messages that mention such a path.',
  yields: 'containers',
  timeout: 240,
  async evaluate({ host }) {
    const { containers, reason } = await rhelContainers(host);
    if (containers.length === 0) return nothing(reason);
    const found = await Promise.all(
      containers.map(async (container) =>
        (await nginxFiles(host, container)).map((path) => ({ ...container, path })),
      ),
    );
    const elements = found.flat();
    return elements.length > 0 ? elements : nothing('no nginx configuration in the running RHEL containers');
  },
});

async function nginxFiles(host: Host, container: ContainerElement): Promise<string[]> {
  const find = insideContainer(container, ['find', '/etc', '/opt', '-name', '*.conf']);
  // The files that find found count, even if it could not enter every directory.
  const lines = (await runLines(host, find, { keepRc: true })) ?? [];
  const paths = new Set(lines.filter((line) => /etc\/nginx|rh-nginx/.test(line) && isPath(line)));
  return [...paths].sort().slice(0, maxFiles);
}

// A container's output is not trusted: a path becomes part of a file name in the archive.
function isPath(line: string): boolean {
  return (
    /^\/(etc|opt)\/[^\p{Cc}]+\.conf$/u.test(line) &&
    line.length < 4096 &&
    line.split('/').every((part, index) => index === 0 || (part !== '' && part !== '.' && part !== '..'))
  );
}
