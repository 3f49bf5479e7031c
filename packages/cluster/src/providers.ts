import { rhelVersion } from '@hostspec/facts';
import { aliasProvider, defineProvider, nothing } from '@hostspec/spec';

const program = '/usr/sbin/corosync-cmapctl';

const release7 = [
  program,
  `${program} -d runtime.schedmiss.timestamp`,
  `${program} -d runtime.schedmiss.delay`,
];

const release8AndLater = [program, `${program} -m stats`, `${program} -C schedmiss`];

/** Command lines that ask corosync for its cluster map. */
export const corosyncCmapctlCmds = defineProvider({
  name: 'corosync_cmapctl_cmds',
  doc: `Complete command lines of ${program}, if it is installed on release 7 or later of Red Hat Enterprise Linux or a system built from it: the cluster map, then on release 7 \`-d runtime.schedmiss.timestamp\` and \`-d runtime.schedmiss.delay\`, on later releases \`-m stats\` and \`-C schedmiss\`. \`-d\` deletes a key and \`-C\` clears statistics of the running cluster. The reference implementation runs them anyway; here corosync_cmapctl runs these lines only if state changes are allowed.`,
  yields: 'list',
  async evaluate({ host }) {
    if ((await host.which(program)) === undefined) return nothing(`${program} is not installed`, 'absent');
    const release = (await rhelVersion(host))?.major;
    if (release === undefined || release < 7)
      return nothing(
        `the command lines are known for release 7 or later, and this is ${release === undefined ? 'another system' : `release ${release}`}`,
      );
    return release === 7 ? release7 : release8AndLater;
  },
});

/** The name of corosync_cmapctl_cmds in variant A. */
export const corosyncCmapctlCmdList = aliasProvider('corosync_cmapctl_cmd_list', corosyncCmapctlCmds);
