import type { CheckResult } from '@hostspec/findings';
import type { ArchiveKind } from '@hostspec/spec';

/** One line of a summary. */
export interface Fact {
  /** What it is about, such as `memory`. */
  readonly label: string;
  /** On one line, not yet escaped: it may contain text of the host. */
  readonly text: string;
  /** The spec that it comes from, or `manifest`. */
  readonly from: string;
  /** The same as data: bytes, milliseconds since the epoch, percent from 0 to 100. */
  readonly data?: unknown;
}

/** A fact as a topic finds it. */
export interface Finding extends Fact {
  /** It is about all lines of its specs, such as a count or `none`: a part of the lines cannot support it. */
  readonly whole?: true;
}

/** The facts about one topic. */
export interface SummarySection {
  /** For programs. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** What an archive says about its host, in the order of the screen. Each section says what is not known. */
export interface Summary {
  readonly archive: string;
  readonly kind: ArchiveKind;
  /** What is wrong with the host. */
  readonly problems: CheckResult;
  readonly sections: readonly SummarySection[];
}
