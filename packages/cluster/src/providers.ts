import { rhelVersion } from '@hostspec/facts';
import { aliasProvider, defineProvider, nothing } from '@hostspec/spec';
import { allowStateChanges } from './settings.js';

export { allowStateChanges };

const program = '/usr/sbin/corosync-cmapctl';

interface Query {
  readonly command: string;
  readonly changesState?: true;
}

const release7: readonly Query[] = [
  { command: program },
  { command: `${program} -d runtime.schedmiss.timestamp`, changesState: true },
  { command: `${program} -d runtime.schedmiss.delay`, changesState: true },
];

const release8AndLater: readonly Query[] = [
  { command: program },
  { command: `${program} -m stats` },
  { command: `${program} -C schedmiss`, changesState: true },
];

/** Command lines that ask corosync for its cluster map. */
export const corosyncCmapctlCmds = defineProvider({
  name: 'corosync_cmapctl_cmds',
  doc: `Complete command lines that print the cluster map and, from release 8 on, its statistics (\`-m stats\`), where ${program} is installed on release 7 or later of Red Hat Enterprise Linux or a system built from it. In the reference implementation there also stand \`-d runtime.schedmiss.timestamp\` and \`-d runtime.schedmiss.delay\` on release 7, and \`-C schedmiss\` on later ones; since they delete keys and clear statistics of the running cluster, they are left out unless the setting ${allowStateChanges.name} is true.`,
  yields: 'list',
  async evaluate({ host, setting }) {
    if ((await host.which(program)) === undefined) return nothing(`${program} is not installed`);
    const release = (await rhelVersion(host))?.major;
    if (release === undefined || release < 7)
      return nothing(
        `the command lines are known for release 7 or later, and this is ${release === undefined ? 'another system' : `release ${release}`}`,
      );
    const queries = release === 7 ? release7 : release8AndLater;
    const allowed = queries.filter(({ changesState }) => !changesState || setting(allowStateChanges));
    return allowed.map(({ command }) => command);
  },
});

/** The name of corosync_cmapctl_cmds in variant A. */
export const corosyncCmapctlCmdList = aliasProvider('corosync_cmapctl_cmd_list', corosyncCmapctlCmds);
