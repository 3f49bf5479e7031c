import { type Rule, ruleOf } from '@hostspec/redact';
import { isHostspecError } from '@hostspec/spec';
import { type KeyPath, readOptionFile } from '../yaml/yaml-file.js';

const mostRules = 1000;

/**
 * Reads a user's rules for secrets: a list in YAML or JSON, each for `ruleOf` of `@hostspec/redact`.
 *
 * @throws UsageError that names the place of the first rule that is not allowed.
 */
export function readRules(path: string, option: string): Rule[] {
  const file = readOptionFile(path, option);
  const { refuse } = file;
  const { value } = file;
  if (!Array.isArray(value))
    throw refuse([], 'is not a list of rules; allowed: a list, as shown in the README of @hostspec/redact');
  if (value.length > mostRules) throw refuse([], `has ${value.length} rules; allowed: at most ${mostRules}`);
  const ids = new Map<string, number>();
  return value.map((data, index) => {
    let rule: Rule;
    try {
      rule = ruleOf(data);
    } catch (error) {
      if (!isHostspecError(error)) throw error;
      const { at = [] } = error as { readonly at?: KeyPath };
      throw refuse([index, ...at], error.message);
    }
    const first = ids.get(rule.id);
    if (first !== undefined)
      throw refuse([index, 'id'], `rule ${first + 1} has the id ${rule.id}, too; choose another one`);
    ids.set(rule.id, index);
    return rule;
  });
}
