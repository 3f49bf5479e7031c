import { deselectedBy, unasked } from '@hostspec/host-kit';
import { nameMatcher, type Spec } from '@hostspec/spec';

/** A named choice of specs. */
export interface Profile {
  readonly name: string;
  /** One line for users. */
  readonly doc?: string;
  /** Names of the domains whose specs it selects, beside those that it picks. */
  readonly domains?: readonly string[];
  /** Names or globs of the specs that it selects. Default: those of its domains, or all if it names no domain. */
  readonly pick?: readonly string[];
  /** Names or globs of specs that it leaves out. */
  readonly skip?: readonly string[];
  /** How far back logs go, such as `36h` or `7d`, for the program that reads the profile. */
  readonly window?: string;
  /** Further limits by name, as text, for the program that reads the profile. */
  readonly limits?: Readonly<Record<string, string>>;
}

/** The options that restrict a plan to a part of its catalog, or allow it more than usual. */
export interface Restrictions {
  /** Only what at least one of these selects. Default: every spec. */
  readonly profiles?: readonly Profile[];
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
  | 'profiles'
  | 'only'
  | 'skip'
  | 'domains'
  | 'offline'
  | 'allowStateChanges'
  | 'since'
  | 'until'
  | 'boot'
  | 'brand';

/** The name of an option in messages and reasons, for a program whose own options have other names. */
export type OptionName = (option: NamedOption) => string;

/** The names of the options here. */
export const ownName: OptionName = (option) => option;

type Deselection = (name: string, domain: string, spec: Pick<Spec, 'onRequest'>) => string | undefined;

/** Says why a spec of a domain is not selected, with the name of the option; undefined if it is. */
export function deselection(
  { profiles, only, skip = [], domains }: Restrictions,
  nameOf: OptionName,
): Deselection {
  const selections = profiles?.map(selectionOf);
  const wanted = only?.map(nameMatcher);
  const unwanted = skip.map((pattern) => ({ pattern, matches: nameMatcher(pattern) }));
  return (name, domain, { onRequest }) => {
    if (domains && !domains.includes(domain)) return deselectedBy(nameOf('domains'));
    const selected = selections?.map((selects) => selects(name, domain));
    if (selected?.every((how) => how === 'no'))
      return deselectedBy(`${nameOf('profiles')} ${profiles?.map((profile) => profile.name).join(',')}`);
    if (wanted && !wanted.some((matches) => matches(name))) return deselectedBy(nameOf('only'));
    const found = unwanted.find(({ matches }) => matches(name));
    if (found) return deselectedBy(`${nameOf('skip')} ${found.pattern}`);
    const isNamed = only?.includes(name) || selected?.includes('by name');
    return onRequest && !isNamed ? unasked(nameOf('only')) : undefined;
  };
}

/** How a profile selects a spec of a domain. */
type Selection = (name: string, domain: string) => 'by name' | 'with others' | 'no';

/** Makes the function that says how a profile selects a spec. */
export function selectionOf({ domains, pick, skip = [] }: Profile): Selection {
  const takesAll = pick === undefined && domains === undefined;
  const picks = pick?.map(nameMatcher) ?? [];
  const skips = skip.map(nameMatcher);
  return (name, domain) => {
    if (skips.some((matches) => matches(name))) return 'no';
    if (pick?.includes(name)) return 'by name';
    const isPicked = takesAll || domains?.includes(domain) || picks.some((matches) => matches(name));
    return isPicked ? 'with others' : 'no';
  };
}
