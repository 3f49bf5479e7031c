import type { Evidence } from './evidence.js';
import { processTable } from './process-table.js';
import type { SpecName } from './sources.js';

/** That a host is a container. */
export interface InContainer {
  /** The software that runs it, if it is known. */
  readonly by: string | undefined;
  readonly from: SpecName;
}

/** Whether a host is a container, as far as the archive shows it. */
export async function inContainer(evidence: Evidence): Promise<InContainer | undefined> {
  const found = /^(?:docker|podman|oci|lxc|openvz|linux_vserver-guest|systemd-nspawn)$/m.exec(
    (await evidence.text('virt_what')) ?? '',
  );
  const by = found?.[0];
  const table = await processTable(evidence);
  // Users may not see the processes of others, or only some lines were kept.
  if (table && evidence.missing(table.from) === undefined && table.all.some(({ pid }) => pid === 1)) {
    // A machine can have the files of a container. Only a machine shows the kernel's first thread. Other names in brackets can be processes that are ending.
    const { all, from } = table;
    const ofMachine = all.some(
      ({ command, resident }) => resident === 0 && /^(?:\[kthreadd\]|kthreadd)$/.test(command),
    );
    return ofMachine ? undefined : { by, from };
  }
  return by === undefined ? undefined : { by, from: 'virt_what' };
}
