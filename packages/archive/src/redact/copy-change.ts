import type { Outcome, Redaction } from '@hostspec/spec';
import type { ManifestHead } from '../manifest.js';
import type { CopyDenials } from './denials.js';

/** Changes what a manifest says. The items of an outcome stay as many and in order. */
export interface ManifestChange {
  head(head: ManifestHead): ManifestHead;
  outcome(outcome: Outcome): Outcome;
}

/** How a copy differs from its input. */
export interface CopyChange {
  readonly redaction: Redaction;
  /** Changes what a manifest says. */
  readonly manifest: ManifestChange;
  /** Whether content that is packed in a way that is not opened is kept; otherwise it is left out. */
  readonly keepsPacked?: boolean;
  /** What is left out. */
  readonly denials?: CopyDenials | undefined;
}
