import { graver, someOf } from '@hostspec/host-kit';
import {
  type CollectionSpec,
  type CommandWithArgs,
  type ForeachCollect,
  type ForeachExecute,
  type HostProblem,
  hasWildcard,
  type NestedSpec,
  type SpecOptions,
  splitWords,
  writtenProvider,
} from '@hostspec/spec';
import { substitute } from './arguments.js';
import { containerTask, elementOf, filledTask, plainTask } from './command-task.js';
import { elementsOf } from './elements.js';
import { gateOf } from './gates.js';
import { type CollectedMatches, matchesOf } from './listing.js';
import { mergeOptions } from './options.js';
import type { Session } from './session.js';
import { every, none, noted, type SpecTasks, statusOf, type Task } from './tasks.js';

type Options = Partial<SpecOptions>;
type CollectionType = CollectionSpec['type'];
type OfType<T extends CollectionType> = Extract<CollectionSpec, { readonly type: T }>;
type Resolver<T extends CollectionType> = (
  spec: OfType<T>,
  options: Options,
  session: Session,
) => Promise<SpecTasks> | SpecTasks;

/** Limit for files of a `glob_file`, or of one element of a `foreach_collect`; if there are more, the newest are collected. */
const maxFiles = 1000;

/** Limit for files of all elements of a `foreach_collect` together. */
const maxElementFiles = 10_000;

/** How many patterns without a match a reason names. */
const shownPatterns = 3;

/** Seconds after which the search for files of further elements of a `foreach_collect` stops. */
const maxSearch = 60;

/** One resolver for each collection type: an eleventh type does not compile until it is here. */
const resolvers: { readonly [T in CollectionType]: Resolver<T> } = {
  simple_file: ({ path }, options) => every({ kind: 'file', path, options }),
  simple_command: ({ command }, options, session) => every(plainTask(command, options, session)),
  async glob_file({ patterns }, options, { host }) {
    const { paths, notes, problem = 'absent' } = await matchesOf(patterns, maxFiles, host, options);
    if (paths.length > 0)
      return noted(
        paths.map((path) => ({ kind: 'file', path, options })),
        notes,
      );
    return none(statusOf(problem), [`no file matches ${patterns.join(' or ')}`, ...notes].join('; '));
  },
  first_file: ({ paths }, options) => ({
    kind: 'first',
    takesEmpty: true,
    alternatives: paths.map((path) => async () => every({ kind: 'file', path, options })),
  }),
  listdir: ({ path }, options) => every({ kind: 'listing', path, options }),
  foreach_execute: foreachExecute,
  foreach_collect: foreachCollect,
  command_with_args: commandWithArgs,
  first_of: ({ specs }, options, session) => ({
    kind: 'first',
    alternatives: specs.map((nested) => () => resolveNested(nested, options, session)),
  }),
  head: async ({ spec }, options, session) => firstItem(await resolveNested(spec, options, session)),
};

/** Determines the tasks of a spec with these options on this host, without carrying them out. */
export async function resolve(spec: CollectionSpec, options: Options, session: Session): Promise<SpecTasks> {
  const resolver = resolvers[spec.type] as Resolver<CollectionType>;
  return resolver(spec, options, session);
}

/** Only the first item, whatever it is: if it is left out, no other one takes its place. */
function firstItem(found: SpecTasks): SpecTasks {
  if (found.kind === 'first')
    return {
      ...found,
      alternatives: found.alternatives.map((open) => async () => firstItem(await open())),
    };
  const [first] = found.tasks;
  return first === undefined ? found : { ...found, tasks: [{ ...first, firstOf: found.tasks.length }] };
}

/** Tasks that must not be carried out stay in the plan as written, with the reason. */
async function resolveNested(nested: NestedSpec, outer: Options, session: Session): Promise<SpecTasks> {
  const options = mergeOptions(outer, nested);
  const reason = await gateOf(nested, session);
  if (reason === undefined) return resolve(nested, options, session);
  const tasks = asWritten(nested, options);
  if (tasks.length === 0) return none('skipped', reason);
  return every(...tasks.map((task): Task => ({ ...task, refused: reason, refusedStatus: 'skipped' })));
}

function asWritten(spec: CollectionSpec, options: Options): readonly Task[] {
  if ('spec' in spec) return asWritten(spec.spec, options);
  if ('specs' in spec) return spec.specs.flatMap((nested) => asWritten(nested, options));
  if ('command' in spec) {
    const { command } = spec;
    if (command === null) return [];
    return [{ kind: 'command', argv: splitWords(command), commandLine: command, options }];
  }
  if (spec.type === 'listdir') return [{ kind: 'listing', path: spec.path, options }];
  const paths = 'patterns' in spec ? spec.patterns : 'paths' in spec ? spec.paths : [spec.path];
  return paths.map((path) => ({ kind: 'file', path, options }));
}

async function foreachExecute(spec: ForeachExecute, options: Options, session: Session): Promise<SpecTasks> {
  const elements = await elementsOf(spec.provider, session);
  if (elements.kind === 'none') return none(elements.gap.status, elements.gap.reason);
  const tasks =
    elements.kind === 'containers'
      ? elements.containers.map((each) => containerTask(spec.command, each, options, session))
      : elements.fillings.map((filling) => filledTask(spec.command ?? '', filling, options, session));
  return noted(tasks, elements.note === undefined ? [] : [elements.note]);
}

async function commandWithArgs(
  spec: CommandWithArgs,
  options: Options,
  session: Session,
): Promise<SpecTasks> {
  const elements = await elementsOf(spec.provider, session);
  if (elements.kind === 'none') return none(elements.gap.status, elements.gap.reason);
  const values = elements.kind === 'fillings' ? elements.fillings : [];
  const [filling] = values;
  if (filling === undefined || values.length > 1)
    return none(
      'failed',
      `command_with_args takes one value, and ${writtenProvider(spec.provider)} gives ${values.length}; foreach_execute takes several`,
    );
  const { element: _, ...task } = filledTask(spec.command, filling, options, session);
  return every(task);
}

async function foreachCollect(spec: ForeachCollect, options: Options, session: Session): Promise<SpecTasks> {
  const elements = await elementsOf(spec.provider, session);
  if (elements.kind === 'none') return none(elements.gap.status, elements.gap.reason);
  if (elements.kind === 'containers') return none('failed', 'foreach_collect takes no containers');
  const tasks: Task[] = [];
  const said = new Set(elements.note === undefined ? [] : [elements.note]);
  const patterns: string[] = [];
  let gravest: HostProblem = 'absent';
  const started = performance.now();
  for (const [index, { values, by }] of elements.fillings.entries()) {
    const tooLong = performance.now() - started > maxSearch * 1000;
    if (tooLong || tasks.length >= maxElementFiles) {
      const why = tooLong ? `: the search for them took longer than ${maxSearch} s` : '';
      if (tooLong) gravest = 'timed out';
      said.add(`the files of the first ${index} of ${elements.fillings.length} elements${why}`);
      break;
    }
    const path = substitute(spec.path, values);
    const element = elementOf(values);
    const isPattern = hasWildcard(path) && (await session.host.stat(path)) === undefined;
    const found: CollectedMatches = isPattern
      ? await matchesOf([path], maxFiles, session.host, options)
      : { paths: [path], notes: [] };
    if (found.paths.length === 0) patterns.push(path);
    if (found.problem !== undefined) gravest = graver(gravest, found.problem);
    for (const each of found.paths)
      tasks.push({ kind: 'file', path: each, element, options, ...(by === undefined ? {} : { by }) });
    for (const note of found.notes) said.add(note);
  }
  if (tasks.length > 0) return noted(tasks, [...said]);
  return none(statusOf(gravest), [`no file matches ${someOf(patterns, shownPatterns)}`, ...said].join('; '));
}
