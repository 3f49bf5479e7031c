import { namesIn } from '@hostspec/facts';
import { defineProvider } from '@hostspec/spec';

export { pcpRawFiles, pmlogSummaryArgs, pmlogSummaryArgsPcpZeroconf, rosCollect } from './pcp.js';
export { rsyslogTlsCaCertFile, rsyslogTlsCertFile } from './rsyslog.js';

const main = '/etc/logrotate.conf';
const directory = '/etc/logrotate.d';

/** Configuration files of logrotate. */
export const logrotateConfList = defineProvider({
  name: 'logrotate_conf_list',
  doc: `${main}, even if it is missing, then the regular files in ${directory} whose name has no dot or ends in .conf, sorted. The reference implementation lists them in directory order.`,
  yields: 'list',
  async evaluate({ host }) {
    const paths = (await namesIn(host, directory))
      .filter((name) => !name.includes('.') || name.endsWith('.conf'))
      .map((name) => `${directory}/${name}`);
    const facts = await Promise.all(paths.map((path) => host.stat(path)));
    return [main, ...paths.filter((_, index) => facts[index]?.kind === 'file').sort()];
  },
});
