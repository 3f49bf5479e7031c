import { absolutePath } from '@hostspec/host-kit';
import { hasWildcard } from '@hostspec/spec';
import type { PlannedSpec } from './plan.js';

/** The spec that names a file outright; undefined if none does. */
export type OwnerOf = (path: string) => PlannedSpec | undefined;

/** Finds the specs of a plan that name files outright, and that are collected whatever a condition says. */
export function fileOwners(specs: readonly PlannedSpec[]): OwnerOf {
  let owners: Map<string, PlannedSpec> | undefined;
  return (path) => {
    owners ??= ownersIn(specs.filter(({ skip, undecided }) => skip === undefined && !undecided));
    return owners.get(path);
  };
}

function ownersIn(specs: readonly PlannedSpec[]): Map<string, PlannedSpec> {
  const owners = new Map<string, PlannedSpec>();
  const add = (path: string, planned: PlannedSpec): void => {
    const name = absolutePath(path);
    if (!owners.has(name)) owners.set(name, planned);
  };
  for (const planned of specs) if (planned.spec.type === 'simple_file') add(planned.spec.path, planned);
  for (const planned of specs)
    if (planned.spec.type === 'glob_file')
      for (const pattern of planned.spec.patterns) if (!hasWildcard(pattern)) add(pattern, planned);
  return owners;
}
