import { nameMatcher, type Spec } from '@hostspec/spec';

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

/** The options that appear in messages and reasons. */
export type NamedOption =
  | 'only'
  | 'skip'
  | 'domains'
  | 'offline'
  | 'allowStateChanges'
  | 'since'
  | 'until'
  | 'boot';

/** The name of an option in messages and reasons, for a program whose own options have other names. */
export type OptionName = (option: NamedOption) => string;

/** The names of the options here. */
export const ownName: OptionName = (option) => option;

/** Says why a spec of a domain is not selected, with the name of the option; undefined if it is. */
export function deselection(
  { only, skip = [], domains }: Restrictions,
  nameOf: OptionName,
): (name: string, domain: string, spec: Pick<Spec, 'onRequest'>) => string | undefined {
  const wanted = only?.map(nameMatcher);
  const unwanted = skip.map((pattern) => ({ pattern, matches: nameMatcher(pattern) }));
  return (name, domain, { onRequest }) => {
    if (domains && !domains.includes(domain)) return `deselected by ${nameOf('domains')}`;
    if (wanted && !wanted.some((matches) => matches(name))) return `deselected by ${nameOf('only')}`;
    const found = unwanted.find(({ matches }) => matches(name));
    if (found) return `deselected by ${nameOf('skip')} ${found.pattern}`;
    return onRequest && !only?.includes(name) ? `on request: name it in ${nameOf('only')}` : undefined;
  };
}
