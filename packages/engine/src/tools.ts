import type { Registry } from '@hostspec/registry';
import type { OptionName } from './check-options.js';
import type { CollectingHost } from './collecting-host.js';

/** What resolving and collecting a spec needs. */
export interface Tools {
  readonly host: CollectingHost;
  readonly registry: Registry;
  readonly allowStateChanges: boolean;
  /** Whether specs that send packets are left out. */
  readonly offline: boolean;
  /** How reasons name an option. */
  readonly nameOf: OptionName;
}
