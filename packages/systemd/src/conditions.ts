import { processes } from '@hostspec/facts';
import { defineCondition } from '@hostspec/spec';

/** Holds while a daemon of systemd runs: asking it over the bus would start one that was stopped. */
function daemonRuns<const N extends string>(name: N, daemon: string) {
  return defineCondition({
    name,
    doc: `A process runs the program ${daemon}. If none did, asking for its state would start it.`,
    async evaluate({ host }) {
      const running = (await processes(host)).some(({ commandName }) => commandName === daemon);
      return { holds: running, reason: running ? `${daemon} runs` : `${daemon} does not run` };
    },
  });
}

/** Holds while systemd-networkd runs. */
export const networkdRuns = daemonRuns('SystemdNetworkdRuns', 'systemd-networkd');

/** Holds while systemd-oomd runs. */
export const oomdRuns = daemonRuns('SystemdOomdRuns', 'systemd-oomd');

/** Holds while systemd-resolved runs. */
export const resolvedRuns = daemonRuns('SystemdResolvedRuns', 'systemd-resolved');

/** Holds while systemd-timesyncd runs. */
export const timesyncdRuns = daemonRuns('SystemdTimesyncdRuns', 'systemd-timesyncd');
