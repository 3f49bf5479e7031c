import { bytesText, defined } from '@hostspec/host-kit';
import {
  type Catalog,
  conditionNames,
  didYouMean,
  providerNames,
  type Spec,
  specsWithin,
  writtenCondition,
  writtenForm,
} from '@hostspec/spec';
import { argumentsOf } from '../catalog/catalog-data.js';
import { usageError } from '../usage-error.js';

interface Named {
  readonly name: string;
  readonly doc: string;
}

/** The description of a spec or value in a catalog. */
export interface Description extends Named {
  readonly domain: string;
  readonly origin?: string;
  readonly written: string;
  readonly type: string | null;
  readonly providers: readonly Named[];
  readonly conditions: readonly Named[];
  readonly when?: string;
  readonly effects: readonly string[];
  readonly behaviour: readonly string[];
  readonly settings: readonly Named[];
  readonly [argument: string]: unknown;
}

/** Describes a name in a catalog. @throws UsageError if the catalog does not contain it. */
export function describeNamed(name: string, catalog: Catalog): Description {
  const spec = Object.hasOwn(catalog.specs, name) ? catalog.specs[name] : undefined;
  if (spec) return describeSpec(name, spec, catalog);
  const value = Object.hasOwn(catalog.values, name) ? catalog.values[name] : undefined;
  const nothing = { providers: [], conditions: [], effects: [], behaviour: [], settings: [] };
  if (value)
    return { ...nothing, ...value, name, type: null, written: `${name} = ${JSON.stringify(value.value)}` };
  const names = [...Object.keys(catalog.specs), ...Object.keys(catalog.values)];
  throw usageError(
    `the catalog contains no spec named ${JSON.stringify(name)}; ${didYouMean(name, names, 'hostspec catalog')}`,
    'NAME',
    name,
  );
}

function describeSpec(name: string, spec: Spec, catalog: Catalog): Description {
  const named = (
    names: readonly string[],
    definitions: Readonly<Record<string, { readonly doc: string }>>,
  ): Named[] => [...new Set(names)].map((each) => ({ name: each, doc: definitions[each]?.doc ?? '' }));
  const within = specsWithin(spec);
  return {
    name,
    domain: catalog.domainOf[name] ?? '',
    ...defined({ origin: spec.origin }),
    doc: spec.doc,
    written: writtenForm(name, spec),
    ...argumentsOf(spec),
    providers: named(providerNames(spec), catalog.providers),
    ...(spec.when ? { when: writtenCondition(spec.when) } : {}),
    conditions: named(conditionNames(spec), catalog.conditions),
    effects: [...new Set(within.flatMap(effectsOf))],
    behaviour: behaviourOf(spec),
    settings: named(
      within.flatMap(({ endpoint }) => (endpoint ? [endpoint.setting] : [])),
      catalog.settings,
    ),
  };
}

/** The effects of collecting a spec beyond reading this host, in words. */
function effectsOf({ effects = {} }: Partial<Spec>): string[] {
  const { network, changesState, loadsModules, needsRoot } = effects;
  const words: string[] = [];
  if (network) words.push('needs the network; skipped with --offline');
  if (changesState) {
    const { what, arguments: changing } = changesState;
    const which = changing ? ` with ${changing.join(' or ')}` : '';
    words.push(`changes the host${which}: ${what}; skipped without --allow-state-changes`);
  }
  if (loadsModules) words.push('the kernel may load modules');
  if (needsRoot) words.push('useful only if run as root');
  return words;
}

/** How a spec's behaviour differs from the default, in words. */
function behaviourOf(spec: Spec): string[] {
  const {
    keepRc,
    emptyRc,
    absentWhen,
    saveAs,
    signal,
    env,
    inheritEnv,
    timeout,
    raw,
    container,
    nestedCommandLine,
    secret,
    endpoint,
    for: families,
    log,
    journal,
    onRequest,
  } = spec;
  const words: string[] = [];
  if (keepRc) words.push('keeps the output whatever the exit status');
  if (emptyRc) words.push(`nothing is found if its exit status is ${emptyRc.join(' or ')}`);
  if (absentWhen)
    words.push(
      `absent if it fails with ${absentWhen.map((each) => (typeof each === 'number' ? `exit status ${each}` : JSON.stringify(each))).join(' or ')}`,
    );
  if (saveAs !== undefined) words.push(`stored as ${saveAs}`);
  if (timeout !== undefined) words.push(`time limit ${timeout} s`);
  if (signal === 'SIGTERM') words.push('receives SIGTERM first after a timeout');
  if (env)
    words.push(
      `with ${Object.entries(env)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')} in its environment`,
    );
  if (inheritEnv && inheritEnv.length > 0)
    words.push(`inherits ${inheritEnv.join(', ')} from the environment`);
  if (families) words.push(`only for ${families.join(', ')}`);
  if (onRequest) words.push('only if asked for by name, or by a profile that names it');
  if (log) words.push(`a log: ${partOf(log)}`);
  if (journal) words.push(`the journal: ${partOf(journal)}`);
  if (raw) words.push('binary, never cut at a line');
  if (container === 'file') words.push('a file read inside each container');
  if (container === 'command') words.push('a command run inside each container');
  if (nestedCommandLine) words.push('quotes elements for the command line inside an argument');
  if (secret !== undefined) words.push('the value is a secret: it appears in no argument, name or message');
  if (endpoint)
    words.push(
      `sends requests to ${endpoint.url} unless the setting ${endpoint.setting} names another endpoint`,
    );
  return words;
}

function partOf({ window, newest, newestEach }: NonNullable<Spec['log']>): string {
  const each = newestEach === undefined ? '' : `, at most ${bytesText(newestEach)} of one file`;
  return `the newest ${bytesText(newest)}${each}${window === undefined ? '' : `, of the last ${window}`}`;
}
