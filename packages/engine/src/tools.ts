import type { CollectingHost } from './collecting-host.js';
import type { Gates } from './gates.js';

/** What resolving and collecting a spec needs. */
export interface Tools extends Gates {
  readonly host: CollectingHost;
}
