import type { CollectingHost } from '@hostspec/spec';
import type { Gates } from './gates.js';

/** The tools for resolving and collecting a spec. */
export interface Tools extends Gates {
  readonly host: CollectingHost;
}
