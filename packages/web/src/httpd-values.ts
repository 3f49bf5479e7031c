import { posix } from 'node:path';
import type { Account } from '@hostspec/spec';

/** A text of a configuration, and the account that decides on it; undefined if only root does. */
export interface Value {
  readonly text: string;
  readonly by: Account | undefined;
}

/** The values that hold at a line of a configuration. */
export interface Values {
  readonly variables: Map<string, Value>;
  serverRoot: Value;
}

const nobody: Account = { uid: 65_534, gid: 65_534, name: 'nobody' };

/** The account that may do no more than each of these may; undefined if all of them are root. */
export function leastTrusted(one: Account | undefined, other: Account | undefined): Account | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.uid === other.uid ? one : nobody;
}

// No path or name is longer. A variable that doubles another one would grow without a limit.
const longestText = 8192;

/** A word that an account wrote, with its variables replaced. Unknown ones stay, and all if the result would have more than 8,192 characters. */
export function withVariables(word: string, by: Account | undefined, { variables }: Values): Value {
  let account = by;
  const text = word.replace(/\$\{([^}]+)\}/g, (reference, name: string) => {
    const value = variables.get(name);
    account = leastTrusted(account, value?.by);
    return value?.text ?? reference;
  });
  return text.length > longestText ? { text: word, by } : { text, by: account };
}

/** A path below a directory, unless it is absolute. */
export function below(directory: Value, { text, by }: Value): Value {
  const account = text.startsWith('/') ? by : leastTrusted(directory.by, by);
  return { text: posix.resolve(directory.text, text), by: account };
}

/** Does what a Define, UnDefine or ServerRoot says; nothing for any other directive. */
export function setValue(values: Values, name: string, first: Value, second?: Value): void {
  const { variables } = values;
  const by = leastTrusted(first.by, second?.by);
  if (name === 'define') variables.set(first.text, { text: second?.text ?? '', by });
  else if (name === 'undefine') variables.delete(first.text);
  else if (name === 'serverroot') values.serverRoot = below(values.serverRoot, first);
}
