import { type KeyValue, keyValue, mostValues } from './key-value.js';

const assignment = /^[ \t]*([\w./@*+:-]{1,200})[ \t]*=[ \t]*(.*)$/;
const description = /^[ \t]*([A-Za-z_(][^\t:=[]{0,199})\t{0,8}:(?=\s|$)[ \t]*(.*)$/;
const setting = /^[ \t]*([A-Za-z][\w.-]{0,100})[ \t]+(\S.*)$/;
const head = /^\[([^\]]{1,200})\][ \t]*$/;
const comment = /^[ \t]*(?:[#;!]|\/\/|$)/;
const longestLine = 4000;
const judgedLines = 400;

/** A content counts as named values if at least this share of its lines are. */
const least = 0.6;

type Pair = readonly [key: string, value: string];

/** Splits a line into a name and its value. */
export type PairsOf = (line: string) => Pair | undefined;

/** `key = value` and `key: value`. */
export const pair: PairsOf = (line) => {
  const [, key, value] = assignment.exec(line) ?? description.exec(line) ?? [];
  return key === undefined || value === undefined ? undefined : [key.trim(), value.trim()];
};

/** Also `key value`, as in many configuration files. */
export const pairOrSetting: PairsOf = (line) => {
  const [, key, value] = setting.exec(line) ?? [];
  return pair(line) ?? (key === undefined || value === undefined ? undefined : [key, value.trim()]);
};

/** The values of lines with names. The section is that of an INI file, or the heading above indented lines. */
export function lineValues(lines: readonly string[], pairOf: PairsOf): KeyValue[] | undefined {
  if (!hasPairs(lines, pairOf)) return undefined;
  const rows: KeyValue[] = [];
  let section: string | undefined;
  let heading: { readonly text: string; readonly indent: number } | undefined;
  for (const [index, whole] of lines.entries()) {
    if (rows.length >= mostValues) break;
    const line = whole.slice(0, longestLine);
    if (comment.test(line)) continue;
    const [, name] = head.exec(line) ?? [];
    if (name !== undefined) {
      [section, heading] = [name, undefined];
      continue;
    }
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (heading && indent <= heading.indent) heading = undefined;
    const [key, value] = pairOf(line) ?? [];
    if (key !== undefined && value !== undefined && value !== '')
      rows.push(keyValue(heading?.text ?? section, key, value, index + 1));
    else if (!heading) heading = { text: key ?? line.trim().slice(0, 200), indent };
  }
  return rows;
}

function hasPairs(lines: readonly string[], pairOf: PairsOf): boolean {
  let [pairs, others] = [0, 0];
  let isBelowHeading = false;
  for (const whole of lines.slice(0, judgedLines)) {
    const line = whole.slice(0, longestLine);
    if (comment.test(line) || head.test(line)) continue;
    const isIndented = /^[ \t]/.test(line);
    if (pairOf(line)) {
      // A line with indented names below it is a heading, not a line of another kind.
      if (isIndented && isBelowHeading) others--;
      pairs++;
      isBelowHeading = false;
    } else {
      others++;
      isBelowHeading = !isIndented;
    }
  }
  return pairs > 0 && pairs / (pairs + others) >= least;
}
