import { existsSync } from 'node:fs';
import type { CollectingHost, Mapped, Redaction } from '@hostspec/spec';
import { type Denied, type DeniedHere, readDenials } from './deny/denials.js';
import { type DenyingHost, denialsOn } from './deny/host-denials.js';
import { chosenIdentity, openIdentityMap } from './identity/identity-map.js';
import type { PolicyOptions } from './options.js';
import { checkNotMapped, openRedaction } from './redaction/redaction.js';

/** A host that a policy is opened for. */
export interface PolicyHost extends DenyingHost {
  readonly host: CollectingHost;
  /** How identity was mapped before, in the archive that is the host. */
  readonly mapped?: Mapped | undefined;
}

/** What is masked and left out on one host. */
export interface HostPolicy {
  /** What must not be collected; undefined if nothing is left out. */
  readonly denied: Denied | undefined;
  /** What masks content and names; undefined if nothing is masked. */
  readonly redaction: Redaction | undefined;
}

/** What is masked and left out, as far as this machine decides it. */
export interface Policy {
  readonly options: PolicyOptions;
  /** What must not be collected on any host. */
  readonly denied: DeniedHere | undefined;
  /** Adds what a host decides. @throws UsageError for a deny file there that cannot be used, or names that cannot be mapped. */
  on(opened: PolicyHost): Promise<HostPolicy>;
}

/**
 * Reads and checks what is masked and left out, before any host is opened. Without a mapping of identity, which has names of its host, equal
 * secrets of all hosts get equal masks.
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

/** A redaction that was opened before its host. */
interface OpenedEarly {
  readonly redaction: Redaction | undefined;
}

/** The redaction that needs nothing of a host; undefined if it does, and then it is only checked. */
async function openEarly(
  options: PolicyOptions,
  denied: Denied | undefined,
): Promise<OpenedEarly | undefined> {
  const { key, map } = options;
  if (map === undefined) return { redaction: await openRedaction(options, denied) };
  await chosenIdentity(options, map);
  // What the host has can still be wrong for a mapping, and only a run without mistakes makes a key.
  const isThere = key === undefined || existsSync(key);
  await openRedaction(isThere ? options : { ...options, key: undefined }, denied);
  return undefined;
}

/** The redaction for a host, with its names and what must not be collected on it, unless it was opened `early`. */
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
