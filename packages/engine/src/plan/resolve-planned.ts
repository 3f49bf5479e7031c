import { absolutePath } from '@hostspec/host-kit';
import type { PlannedSpec } from './plan.js';
import { resolve } from './resolve.js';
import type { Session } from './session.js';
import { none, type SpecTasks } from './tasks.js';

const mostNamed = 3;

/** The tasks of a spec. A file that its patterns match, and that another spec names outright, is read and stored there only. */
export async function resolvePlanned(planned: PlannedSpec, session: Session): Promise<SpecTasks> {
  const { spec } = planned;
  const found = await resolve(spec, spec, session);
  if (spec.type !== 'glob_file' || found.kind !== 'every') return found;
  const others = new Map<string, string>();
  for (const task of found.tasks) {
    const owner = task.kind === 'file' ? ownerBeside(planned, absolutePath(task.path), session) : undefined;
    if (owner !== undefined && task.kind === 'file') others.set(task.path, owner.name);
  }
  if (others.size === 0) return found;
  const named = [...others].slice(0, mostNamed).map(([path, name]) => `${path} is in ${name}`);
  const more = others.size > mostNamed ? ` (and ${others.size - mostNamed} more)` : '';
  const remark = `${named.join(', ')}${more}`;
  const tasks = found.tasks.filter((task) => task.kind !== 'file' || !others.has(task.path));
  return tasks.length > 0 ? { ...found, tasks, remark } : none('skipped', remark);
}

/** The other spec that collects a file in the same way; undefined if there is none. */
function ownerBeside({ name, spec }: PlannedSpec, path: string, session: Session): PlannedSpec | undefined {
  const owner = session.ownerOf(path);
  const { denials } = session;
  if (owner === undefined || owner.name === name) return undefined;
  if ((denials?.spec(owner.name) ?? denials?.content(path)) !== undefined) return undefined;
  const isAlike = (owner.spec.log === undefined) === (spec.log === undefined) && owner.spec.raw === spec.raw;
  return isAlike ? owner : undefined;
}
