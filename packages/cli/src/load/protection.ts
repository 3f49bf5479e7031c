import type { Redaction } from '@hostspec/spec';
import type { OpenedHost } from '../hosts/runner.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { hostOptions } from '../shared-options.js';
import { type ChosenRedaction, chooseRedaction } from './chosen-redaction.js';
import { type Denied, type DeniedHere, readDenials } from './denials.js';
import { denialsOn } from './host-denials.js';
import { openEarly, openHostRedaction } from './redaction.js';

/** What is masked and left out, as far as this machine decides it. */
export interface Protection {
  readonly chosen: ChosenRedaction;
  /** What must not be collected on any host. */
  readonly denied: DeniedHere | undefined;
  /** Adds what a host decides that is open. @throws UsageError for a file of denials there, or names that cannot be mapped. */
  on(opened: Pick<OpenedHost, 'host' | 'access' | 'mapped'>): Promise<HostProtection>;
}

/** What is masked and left out on one host. */
interface HostProtection {
  readonly denied: Denied | undefined;
  readonly redaction: Redaction | undefined;
}

/**
 * Reads and checks what is masked and left out, before any host is opened. Without a mapping of identity, which has names of its host, equal
 * secrets of all hosts get equal masks.
 *
 * @throws UsageError for a key, rules, denials, kinds of identity or keywords that cannot be used.
 */
export async function openProtection(
  values: Parameters<typeof chooseRedaction>[0] & Values<Pick<typeof hostOptions, 'deny'>>,
  io: Io,
): Promise<Protection> {
  const chosen = await chooseRedaction(values, io);
  const here = await readDenials(chosen);
  const early = await openEarly(chosen, here);
  return {
    chosen,
    denied: here,
    async on(opened) {
      const denied = await denialsOn(opened, here);
      return {
        denied,
        redaction: await openHostRedaction(chosen, opened, denied, denied === here ? early : undefined),
      };
    },
  };
}
