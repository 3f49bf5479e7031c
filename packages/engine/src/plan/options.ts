import { defined } from '@hostspec/host-kit';
import type { Effects, RunOptions, SpecOptions } from '@hostspec/spec';

/** The effective options of a nested spec: its own, then those of the spec around it; environments and effects are merged. */
export function mergeOptions(
  outer: Partial<SpecOptions>,
  nested: Partial<SpecOptions>,
): Partial<SpecOptions> {
  return {
    ...outer,
    ...nested,
    ...(outer.env && nested.env ? { env: { ...outer.env, ...nested.env } } : {}),
    ...(outer.effects && nested.effects ? { effects: mergeEffects(outer.effects, nested.effects) } : {}),
  };
}

/** How to run a command of a spec. */
export function runOptions({ env, inheritEnv, timeout, signal }: Partial<SpecOptions>): RunOptions {
  return defined({ env, inheritEnv, timeout, signal });
}

function mergeEffects(outer: Effects, nested: Effects): Effects {
  const changesState = mergeChanges(outer.changesState, nested.changesState);
  return {
    ...(outer.network || nested.network ? { network: true } : {}),
    ...(outer.loadsModules || nested.loadsModules ? { loadsModules: true } : {}),
    ...(outer.needsRoot || nested.needsRoot ? { needsRoot: true } : {}),
    ...defined({ changesState }),
  };
}

function mergeChanges(
  outer: Effects['changesState'],
  nested: Effects['changesState'],
): Effects['changesState'] {
  if (!outer || !nested) return outer ?? nested;
  const what = [...new Set([outer.what, nested.what])].join('; ');
  return outer.arguments && nested.arguments
    ? { what, arguments: [...outer.arguments, ...nested.arguments] }
    : { what };
}
