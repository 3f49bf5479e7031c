import { defineProvider, listOr, nothing, runLines } from '@hostspec/spec';

const rows =
  /^\s*(?:\d+|-)\s+([^\s-].*?)\s+(?:no state|running|idle|paused|in shutdown|shut off|crashed|dying|pmsuspended)\s*$/;

/** The guests of libvirt. */
export const libvirtDomains = defineProvider({
  name: 'libvirt_domains',
  doc: 'Sorted distinct names of the guests in `/usr/bin/virsh --readonly list --all`, running or not. A name that begins with a hyphen is left out because virsh would read it as an option.',
  yields: 'list',
  async evaluate({ host }) {
    const lines = await runLines(host, '/usr/bin/virsh --readonly list --all');
    if (!lines) return nothing('/usr/bin/virsh gives no list of guests');
    return listOr(
      [...new Set(lines.flatMap((line) => rows.exec(line)?.[1] ?? []))].sort(),
      'libvirt has no guest',
    );
  },
});
