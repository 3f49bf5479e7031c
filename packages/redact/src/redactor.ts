import type { ContentOrigin, ContentRedactor, Redaction } from '@hostspec/spec';
import { createBudget } from './match/budget.js';
import { type Found, matcherOf } from './match/matcher.js';
import { oncePer } from './match/once.js';
import type { Rule } from './match/rule.js';
import type { SecretColumns } from './rules/column-row.js';
import { namesOf, patternsOf, rowsAt } from './rules/path-rows.js';
import { isSettingsFile } from './rules/random-values.js';
import { type SecretFiles, secretFiles } from './rules/secret-files.js';
import { allRules, keywordProbes, secretColumns } from './rules/tables.js';
import { createColumnFile } from './stream/column-file.js';
import {
  carrySize,
  createContent,
  createPool,
  type OnSecret,
  type Shared,
  type Totals,
  windowOf,
} from './stream/content.js';
import { digitsOf, maskWith } from './stream/mask.js';
import { createRandomStage } from './stream/random-stage.js';
import { createSecretFile } from './stream/secret-file.js';

/** Options of `createRedaction`. */
export interface RedactorOptions {
  /** If several rules match, the first wins. Default: all rules of this package. Check your own with `checkRules`. */
  readonly rules?: readonly Rule[];
  /** Files in which each line is masked, as `secret-file`. Default: `secretFiles`. */
  readonly files?: readonly SecretFiles[];
  /** Files with secrets at known places in each line, masked as `secret-column`. Default: `secretColumns`. */
  readonly columns?: readonly SecretColumns[];
  /** Whether values that look random are masked in files of settings, as `random-value`, unless their names say that they are public. Default: true. */
  readonly random?: boolean;
  /** Key of the masks: the same key gives a secret the same mask. Default: random. */
  readonly key?: Uint8Array;
}

/** Counts of what was masked; never a value. */
export interface RedactionReport {
  readonly secrets: Readonly<Record<string, number>>;
  /** Bytes of contents and texts read so far. */
  readonly bytes: number;
  /** Positions read and patterns tried: at most a constant number per byte. */
  readonly steps: number;
}

/** A redaction that masks secrets and counts them. */
export interface SecretRedaction extends Redaction {
  /** Begins a content. `onSecret` is called for each secret: for a piece, first for columns, then for rules, then for values that look random. */
  content(origin?: ContentOrigin & { readonly onSecret?: OnSecret }): ContentRedactor;
  /** Totals of all contents and texts so far. */
  report(): RedactionReport;
}

const matcherFor = oncePer((rules: readonly Rule[]) =>
  matcherOf(rules, undefined, rules === allRules ? keywordProbes : undefined),
);

/**
 * Creates a redaction. The result does not depend on how the bytes are split into pieces. An open content holds 16 KB; all redactions with
 * the same rules share their tables. `push` may return a part of its piece, not a copy.
 */
export function createRedaction({
  rules = allRules,
  files = secretFiles,
  columns = secretColumns,
  random = true,
  key,
}: RedactorOptions = {}): SecretRedaction {
  const matcher = matcherFor(rules);
  const totals: Totals = { bytes: 0, steps: 0, secrets: new Map() };
  const known = new Map<string, readonly SecretColumns[]>();
  /** The same list for all paths with the same rows, because a list is prepared once. */
  const columnsAt = (numbers: readonly number[]): readonly SecretColumns[] => {
    const key = numbers.join();
    let list = known.get(key);
    if (list === undefined) {
      list = numbers.map((number) => columns[number] as SecretColumns);
      known.set(key, list);
    }
    return list;
  };
  const shared: Shared = { matcher, mask: maskWith(key), carries: createPool(carrySize), totals };
  return {
    keywords: matcher.keywords,
    // No secret has a NUL, so these digits are not those of a mask.
    ...(key !== undefined && { maskKey: digitsOf(key, '\0') }),
    content({ path, onSecret } = {}) {
      if (path === undefined) return createContent(shared, onSecret);
      const names = namesOf(path);
      if (rowsAt(patternsOf(files), names, false).length > 0) return createSecretFile(shared, onSecret);
      const hasRandom = random && (isSettingsFile(path) || names.some(({ name }) => name.startsWith('own/')));
      const inner = createContent(shared, onSecret, (rules) =>
        hasRandom ? createRandomStage(shared, rules, onSecret) : rules,
      );
      const rows = columnsAt(rowsAt(patternsOf(columns), names, true));
      return rows.length === 0 ? inner : createColumnFile(shared, rows, inner, onSecret);
    },
    text: (text) => redacted(shared, text),
    report: () => ({
      secrets: Object.fromEntries([...totals.secrets].sort()),
      bytes: totals.bytes,
      steps: totals.steps,
    }),
  };
}

function redacted(shared: Shared, text: string): string {
  const { carries, matcher, totals } = shared;
  if (text.length * 3 <= carrySize) {
    const bytes = carries.take();
    const length = bytes.write(text);
    const found: Found[] = [];
    const steps =
      matcher.stepsWithoutKeyword(bytes, length) ??
      matcher.find(windowOf(bytes, length), 0, length, found, createBudget());
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

/** Masks the secrets in a text. */
export const redactText = (text: string, options?: RedactorOptions): string =>
  createRedaction(options).text(text);
