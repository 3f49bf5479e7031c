import type { ContentOrigin, ContentRedactor, Redaction } from '@hostspec/spec';
import { type Found, type Matcher, matcherOf } from './match/matcher.js';
import type { Rule } from './match/rule.js';
import { allRules } from './rules/index.js';
import { type SecretFiles, secretFiles, secretFileTest } from './rules/secret-files.js';
import {
  carrySize,
  createContent,
  type OnSecret,
  type Shared,
  type Totals,
  windowOf,
} from './stream/content.js';
import { maskWith } from './stream/mask.js';
import { maskedLines } from './stream/masked-lines.js';
import { createPool } from './stream/pool.js';

/** Options of a redaction. */
export interface RedactorOptions {
  /** The rules, the ones that win first; all rules of this package by default. Check your own with `checkRules`. */
  readonly rules?: readonly Rule[];
  /** Files of which each line is masked as `secret-file`, by their names; `secretFiles` by default. */
  readonly files?: readonly SecretFiles[];
  /** The key of the masks. Redactions with the same key give equal secrets equal masks. A random one by default. */
  readonly key?: Uint8Array;
}

/** What was masked: numbers only, never a value. */
export interface RedactionReport {
  /** How many secrets were masked, by the id of the rule. */
  readonly secrets: Readonly<Record<string, number>>;
  /** Bytes of contents and texts read so far. */
  readonly bytes: number;
  /** Positions looked at and patterns tried: at most a constant number for each byte. */
  readonly steps: number;
}

/** Masks one stream of bytes after another. */
export interface Redactor {
  /** Takes a piece, which the caller may reuse, and returns the bytes that are decided by now: until the next call, and maybe as a part of the piece. Up to 16 KB remain inside. */
  readonly push: (piece: Uint8Array) => Uint8Array;
  /** Returns the remaining bytes. The redactor is then ready for another stream. */
  readonly end: () => Uint8Array;
  /** What was masked since the redactor was made. */
  readonly report: () => RedactionReport;
}

/** A redaction that masks secrets and counts them. */
export interface SecretRedaction extends Redaction {
  /** Begins a content; `onSecret` receives each secret, in order. */
  content(origin?: ContentOrigin & { readonly onSecret?: OnSecret }): ContentRedactor;
  /** What was masked in all contents and texts so far. */
  report(): RedactionReport;
}

const matchers = new WeakMap<readonly Rule[], Matcher>();

/**
 * Makes a redaction for all that leaves a host, with one key. The same bytes give the same result, however they are split into pieces. A
 * content that is open keeps 16 KB; the tables of the rules exist once for all redactions with the same rules. The result of `push`
 * may be a part of its piece.
 */
export function createRedaction({
  rules = allRules,
  files = secretFiles,
  key,
}: RedactorOptions = {}): SecretRedaction {
  const matcher = matchers.get(rules) ?? matcherOf(rules);
  matchers.set(rules, matcher);
  const isSecretFile = secretFileTest(files);
  const totals: Totals = { bytes: 0, steps: 0, secrets: new Map() };
  const shared: Shared = { matcher, mask: maskWith(key), carries: createPool(carrySize), totals };
  return {
    content({ path, onSecret } = {}) {
      if (path === undefined || !isSecretFile(path)) return createContent(shared, onSecret);
      return createSecretFile(shared, onSecret);
    },
    text: (text) => redacted(shared, text),
    report: () => ({
      secrets: Object.fromEntries([...totals.secrets].sort()),
      bytes: totals.bytes,
      steps: totals.steps,
    }),
  };
}

const secretFileRule = 'secret-file';

/** Masks the content of a file that is a secret as a whole, also if it is compressed. */
function createSecretFile({ mask, totals }: Shared, onSecret?: OnSecret): ContentRedactor {
  const redactor = maskedLines({
    rule: secretFileRule,
    mask,
    onMask(line) {
      totals.secrets.set(secretFileRule, (totals.secrets.get(secretFileRule) ?? 0) + 1);
      onSecret?.(secretFileRule, line);
    },
  });
  return {
    ...redactor,
    push(piece) {
      totals.bytes += piece.length;
      return redactor.push(piece);
    },
  };
}

/** Masks a text; returns it as it is if nothing is found. */
function redacted(shared: Shared, text: string): string {
  const { carries, matcher, totals } = shared;
  if (text.length * 3 <= carrySize) {
    const bytes = carries.take();
    const length = bytes.write(text);
    const found: Found[] = [];
    const steps = matcher.find(windowOf(bytes, length), 0, length, found);
    carries.give(bytes);
    if (found.length === 0) {
      totals.bytes += length;
      totals.steps += steps;
      return text;
    }
  }
  const { push, end, masked } = createContent(shared);
  const start = Buffer.from(push(Buffer.from(text)));
  const whole = Buffer.concat([start, end()]);
  return Object.keys(masked()).length === 0 ? text : whole.toString();
}

/** Makes a redactor: one content at a time. */
export function redactor(options: RedactorOptions = {}): Redactor {
  const { content, report } = createRedaction(options);
  let stream: ContentRedactor = content();
  return {
    push: (piece) => stream.push(piece),
    end() {
      const rest = stream.end();
      stream = content();
      return rest;
    },
    report,
  };
}

/** Masks the secrets of a text. */
export const redactText = (text: string, options?: RedactorOptions): string =>
  createRedaction(options).text(text);
