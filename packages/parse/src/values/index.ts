import { linesOf } from '../table.js';
import { jsonValues } from './json-values.js';
import type { KeyValue } from './key-value.js';
import { lineValues, pair, pairOrSetting } from './line-values.js';
import { listingValues, tableValues } from './table-values.js';

export type { KeyValue } from './key-value.js';

/**
 * Extracts named values from a content of a spec: JSON, INI, `key = value`, `key: value`, a table with a header, or a listing of a
 * directory. Empty for other content, such as a log. At most 50,000 values.
 */
export function keyValuesOf(spec: string, text: string): readonly KeyValue[] {
  const json = jsonValues(text);
  if (json) return json;
  const lines = [...linesOf(text)];
  if (/^ls_/.test(spec)) return listingValues(lines);
  // `sshd -T` prints the form of its configuration.
  const isSettings = /_conf(?:ig)?(?:_|$)|^sshd_test_mode$/.test(spec);
  return tableValues(lines) ?? lineValues(lines, isSettings ? pairOrSetting : pair) ?? [];
}
