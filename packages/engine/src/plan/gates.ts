import type { Registry } from '@hostspec/registry';
import {
  type ConditionExpression,
  type Effects,
  type ForeachExecute,
  type Host,
  isReference,
  type NestedSpec,
  specsWithin,
} from '@hostspec/spec';
import type { OptionName, Restrictions } from './restrictions.js';

/** The settings that decide whether a command may run. */
export interface Gates {
  readonly registry: Registry;
  readonly allowStateChanges: boolean;
  /** Whether specs that send packets are left out. */
  readonly offline: boolean;
  /** The name of an option in reasons. */
  readonly nameOf: OptionName;
}

/** What decides whether a spec of a plan may be collected on a host. */
export function gatesOf(
  registry: Registry,
  host: Host,
  { offline = false, allowStateChanges = false }: Restrictions,
  nameOf: OptionName,
): Gates {
  // A host that only looks commands up sends and changes nothing.
  return {
    registry,
    offline: host.executes && offline,
    allowStateChanges: !host.executes || allowStateChanges,
    nameOf,
  };
}

/**
 * Why nothing of a spec is collected, by its own effects and condition, or because nothing that is nested in it may be
 * collected; undefined if something is. Conditions do not count if they are `deferred`.
 */
export async function gateOf(spec: NestedSpec, gates: Gates, deferred = false): Promise<string | undefined> {
  const held = heldBack(spec.effects, gates);
  if (held !== undefined) return held;
  const unmet = spec.when && !deferred ? await unmetCondition(spec.when, gates.registry) : undefined;
  if (unmet !== undefined) return unmet;
  if ('spec' in spec) return gateOf(spec.spec, gates, deferred);
  if ('specs' in spec) {
    const reasons = await Promise.all(spec.specs.map((nested) => gateOf(nested, gates, deferred)));
    return reasons.includes(undefined) ? undefined : [...new Set(reasons)].join('; ');
  }
  if (!('provider' in spec) || isReference(spec.provider)) return undefined;
  const reason = await gateOf(spec.provider, gates, deferred);
  return reason === undefined ? undefined : `${sourceName(spec.provider)}: ${reason}`;
}

/** A provider that is part of a spec: the names in a directory, or the lines of a command. */
export type InlineProvider = Exclude<ForeachExecute['provider'], { readonly provider: string }>;

/** Where the elements of a provider in the spec itself come from, as users know it: the path of a directory, or a command in quotes. */
export function sourceName(provider: InlineProvider): string {
  return provider.type === 'listdir' ? provider.path : `"${provider.command}"`;
}

/** Whether a spec, or one nested in it, has a condition. */
export function hasCondition(spec: NestedSpec): boolean {
  return specsWithin(spec).some(({ when }) => when !== undefined);
}

/** Whether conditions or effects, of a spec or of those nested in it, can keep the spec from being collected. */
function isGated(spec: NestedSpec): boolean {
  return specsWithin(spec).some(
    ({ when, effects }) => when !== undefined || effects?.network || effects?.changesState !== undefined,
  );
}

/** Why effects keep a command from being run, with its arguments if they are known; undefined if it may run. */
export function heldBack(
  effects: Effects | undefined,
  { offline, allowStateChanges, nameOf }: Omit<Gates, 'registry'>,
  argv: readonly string[] = [],
): string | undefined {
  if (offline && effects?.network) return `needs the network, and ${nameOf('offline')} is set`;
  const change = effects?.changesState;
  if (!change || allowStateChanges) return undefined;
  const changing = change.arguments && argv.find((argument) => change.arguments?.includes(argument));
  if (change.arguments && changing === undefined) return undefined;
  const subject = changing === undefined ? '' : `${changing} `;
  return `${subject}changes the host's state (${change.what}); allow it with ${nameOf('allowStateChanges')}`;
}

/** Why a spec is not collected; undefined if it is. A promise only if deferred conditions must be evaluated. */
export function skipOf(
  { skip, spec }: { readonly skip?: string; readonly spec: NestedSpec },
  gates: Gates,
): Promise<string | undefined> | string | undefined {
  return skip ?? (isGated(spec) ? gateOf(spec, gates) : undefined);
}

async function unmetCondition(when: ConditionExpression, registry: Registry): Promise<string | undefined> {
  const { holds, reason, unknown } = await registry.condition(when);
  if (holds) return undefined;
  // The reason says what holds, so a negated condition needs words before it.
  return 'not' in when && !unknown ? `not needed: ${reason}` : reason;
}
