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
    // A machine can have the files of a container. Only a machine shows threads of the kernel.
    const { all, from } = table;
    return all.some(isOfKernel) ? undefined : { by, from };
  }
  return by === undefined ? undefined : { by, from: 'virt_what' };
}

function isOfKernel({ command, resident }: { readonly command: string; readonly resident: number }): boolean {
  return resident === 0 && (/^\[[^\]]+\]$/.test(command) || command === 'kthreadd');
}
