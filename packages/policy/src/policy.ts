import { existsSync } from 'node:fs';
import type { CollectingHost, Mapped, Redaction } from '@hostspec/spec';
import { type Denied, type DeniedHere, readDenials } from './deny/denials.js';
import { type DenyingHost, denialsOn } from './deny/host-denials.js';
import { chosenIdentity, openIdentityMap } from './identity/identity-map.js';
import type { PolicyOptions } from './options.js';
import { checkNotMapped, openRedaction } from './redaction/redaction.js';

/** A host for which a policy is opened. */
export interface PolicyHost extends DenyingHost {
  readonly host: CollectingHost;
  /** The mapping that the host's archive already has. */
  readonly mapped?: Mapped | undefined;
}

/** The policy for one host. */
export interface HostPolicy {
  /** Denials; undefined if nothing is left out. */
  readonly denied: Denied | undefined;
  /** Redacts content and names; undefined if nothing is masked. */
  readonly redaction: Redaction | undefined;
}

/** The part of a policy that does not depend on a host. */
export interface Policy {
  readonly options: PolicyOptions;
  /** Denials for every host. */
  readonly denied: DeniedHere | undefined;
  /** Completes the policy for a host. @throws UsageError for a deny file there that cannot be used, or names that cannot be mapped. */
  on(opened: PolicyHost): Promise<HostPolicy>;
}

/**
 * Reads and checks a policy, before any host is opened. Equal secrets get equal masks on all hosts, unless identity is mapped, for which
 * names of each host are needed.
 *
 * @throws UsageError for a key, rules, denials, kinds of identity or keywords that cannot be used.
 */
export async function openPolicy(options: PolicyOptions = {}): Promise<Policy> {
  const here = await readDenials(options);
  const early = await openEarly(options, here);
  return {
    options,
    denied: here,
    async on(opened) {
      const denied = await denialsOn(opened, here);
      return {
        denied,
        redaction: await openOn(opened, options, denied, denied === here ? early : undefined),
      };
    },
  };
}

/** A redaction that was opened before any host. */
interface OpenedEarly {
  readonly redaction: Redaction | undefined;
}

/** Opens the redaction, if it needs nothing from a host. Otherwise only checks the options and returns undefined. */
async function openEarly(
  options: PolicyOptions,
  denied: Denied | undefined,
): Promise<OpenedEarly | undefined> {
  const { key, map } = options;
  if (map === undefined) return { redaction: await openRedaction(options, denied) };
  await chosenIdentity(options, map);
  // Names of the host can still be invalid, and a run with an error must not create a key.
  const isThere = key === undefined || existsSync(key);
  await openRedaction(isThere ? options : { ...options, key: undefined }, denied);
  return undefined;
}

/** Opens the redaction for a host, with its names and denials, unless it was opened `early`. */
async function openOn(
  { host, mapped }: PolicyHost,
  options: PolicyOptions,
  denied: Denied | undefined,
  early: OpenedEarly | undefined,
): Promise<Redaction | undefined> {
  if (mapped !== undefined) checkNotMapped(options, mapped);
  const { redaction } = early ?? {
    redaction: await openRedaction(options, denied, await openIdentityMap(options, host, denied)),
  };
  if (mapped === undefined) return redaction;
  const { chainRedactions } = await import('@hostspec/redact');
  return { ...(redaction ?? chainRedactions()), mapped };
}
