import { matchesName } from '@hostspec/spec';
import type { OptionName } from './option-name.js';

/** The options that restrict a plan to a part of its catalog, or allow it more than usual. */
export interface Restrictions {
  /** Names or globs of the only specs to collect. Default: all. */
  readonly only?: readonly string[];
  /** Names or globs of specs to leave out. */
  readonly skip?: readonly string[];
  /** Names of the only domains to collect. Default: all. */
  readonly domains?: readonly string[];
  /** Leave out specs that need the network; a program such as lsof may still ask for names. Default false. */
  readonly offline?: boolean;
  /** Run commands that change the host. Default false. */
  readonly allowStateChanges?: boolean;
}

/** Why a spec is not selected, with the name of the option; undefined if it is. */
export function deselectionOf(
  name: string,
  domain: string,
  { only, skip, domains }: Restrictions,
  nameOf: OptionName,
): string | undefined {
  if (domains && !domains.includes(domain)) return `deselected by ${nameOf('domains')}`;
  if (only && !only.some((pattern) => matchesName(pattern, name))) return `deselected by ${nameOf('only')}`;
  const pattern = skip?.find((candidate) => matchesName(candidate, name));
  return pattern === undefined ? undefined : `deselected by ${nameOf('skip')} ${pattern}`;
}
