import { createHmac } from 'node:crypto';

/** What a fleet knows of its hosts' ids. */
export interface HostIds {
  /** Makes host ids. */
  readonly key: string;
  /** The ids of machines that several hosts claim to be. */
  readonly clones: readonly string[];
}

/** The finding about a run whose host is one of several with its machine id. */
export const cloneFinding = 'its machine id is that of several hosts';

/** The id of a host: that of its machine, or of its name if it has none, or if several hosts claim to be that machine. */
export function hostOf(
  { key, clones }: HostIds,
  name: string,
  machineId: string | undefined,
): { readonly id: string; readonly isClone: boolean } {
  const idOf = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
  const id = idOf(machineId ?? `name ${name}`);
  const isClone = machineId !== undefined && clones.includes(id);
  return { id: isClone ? idOf(`${machineId}\0${name}`) : id, isClone };
}
