import type {
  CollectionSpec,
  CollectionType,
  CommandWithArgs,
  ContainerElement,
  ForeachCollect,
  ForeachExecute,
  SpecOptions,
} from '@hostspec/spec';
import { insideContainer, replaceEndpoint, splitWords, substitute } from '@hostspec/spec';
import { type Filling, fillTemplate, type Prepared, prepareCommand } from './arguments.js';
import { elementsOf } from './elements.js';
import { type CommandTask, every, none, type Sources, type Task } from './sources.js';
import type { Tools } from './tools.js';

type Options = Partial<SpecOptions>;
type OfType<T extends CollectionType> = Extract<CollectionSpec, { readonly type: T }>;
type Resolver<T extends CollectionType> = (
  spec: OfType<T>,
  options: Options,
  tools: Tools,
) => Promise<Sources> | Sources;

/** More files than this are a clear failure of a `glob_file`; of a `foreach_collect`, no more of one element are collected. */
const maxGlobFiles = 1000;

/** More files than this are not collected for all elements of a `foreach_collect` together. */
const maxElementFiles = 10_000;

/** One resolver for each collection type: an eleventh type does not compile until it is here. */
const resolvers: { readonly [T in CollectionType]: Resolver<T> } = {
  simple_file: (spec) => every({ kind: 'file', path: spec.path }),
  simple_command: (spec, options, tools) =>
    every(commandTask(redirect(prepareCommand(spec.command), options, tools), {})),
  glob_file: (spec, _options, tools) => globFiles(spec.patterns, tools),
  first_file: (spec) => ({
    kind: 'first',
    alternatives: spec.paths.map((path) => async () => every({ kind: 'file', path })),
  }),
  listdir: (spec) => every({ kind: 'listing', path: spec.path }),
  foreach_execute: foreachExecute,
  foreach_collect: foreachCollect,
  command_with_args: commandWithArgs,
  first_of: (spec, options, tools) => ({
    kind: 'first',
    alternatives: spec.specs.map(
      (alternative) => () => resolve(alternative, { ...options, ...alternative }, tools),
    ),
  }),
  async head(spec, options, tools) {
    const sources = await resolve(spec.spec, { ...options, ...spec.spec }, tools);
    if (sources.kind === 'first' || sources.tasks.length === 0) return sources;
    return { kind: 'first', alternatives: sources.tasks.map((task) => async () => every(task)) };
  },
};

/** Works out what a spec comes down to on this host, without collecting it. */
export async function resolve(spec: CollectionSpec, options: Options, tools: Tools): Promise<Sources> {
  const resolver = resolvers[spec.type] as Resolver<CollectionType>;
  return resolver(spec, options, tools);
}

async function globFiles(patterns: readonly string[], { host }: Tools): Promise<Sources> {
  const { paths, notEntered } = await host.glob(patterns);
  const left = notEntered.length > 0 ? `; left out: ${notEntered.join('; ')}` : '';
  if (paths.length > maxGlobFiles)
    return none(
      'failed',
      `${paths.length} files match, more than the ${maxGlobFiles} that are collected${left}`,
    );
  if (paths.length === 0) return none('absent', `no file matches ${patterns.join(' or ')}${left}`);
  const tasks = paths.map((path): Task => ({ kind: 'file', path }));
  return { kind: 'every', tasks, ...(left === '' ? {} : { note: left.slice(2) }) };
}

async function foreachExecute(spec: ForeachExecute, options: Options, tools: Tools): Promise<Sources> {
  const elements = await elementsOf(spec.provider, tools);
  if (elements.kind === 'none') return none(elements.gap.status, elements.gap.reason);
  const note = elements.note === undefined ? {} : { note: elements.note };
  if (elements.kind === 'containers')
    return {
      kind: 'every',
      tasks: elements.containers.map((c) => containerTask(spec.command, c, options)),
      ...note,
    };
  const tasks = elements.fillings.map((filling) => filledTask(spec.command ?? '', filling, options, tools));
  return { kind: 'every', tasks, ...note };
}

async function commandWithArgs(spec: CommandWithArgs, options: Options, tools: Tools): Promise<Sources> {
  const elements = await elementsOf(spec.provider, tools);
  if (elements.kind === 'none') return none(elements.gap.status, elements.gap.reason);
  const [filling, ...more] = elements.kind === 'fillings' ? elements.fillings : [];
  if (filling === undefined || more.length > 0)
    return none('failed', 'command_with_args takes a provider with exactly one value');
  const { element: _, ...task } = filledTask(spec.command, filling, options, tools);
  return every(task);
}

async function foreachCollect(spec: ForeachCollect, _options: Options, tools: Tools): Promise<Sources> {
  const elements = await elementsOf(spec.provider, tools);
  if (elements.kind === 'none') return none(elements.gap.status, elements.gap.reason);
  if (elements.kind === 'containers') return none('failed', 'foreach_collect takes no containers');
  const tasks: Task[] = [];
  const notes = elements.note === undefined ? [] : [elements.note];
  for (const [index, { values, by }] of elements.fillings.entries()) {
    if (tasks.length >= maxElementFiles) {
      notes.push(`the files of the first ${index} of ${elements.fillings.length} elements`);
      break;
    }
    const path = substitute(spec.path, values);
    const element = elementOf(values);
    const isPattern = /[*?[]/.test(path) && (await tools.host.stat(path)) === undefined;
    const { paths, notEntered } = isPattern
      ? await tools.host.glob([path])
      : { paths: [path], notEntered: [] };
    for (const found of paths.slice(0, maxGlobFiles))
      tasks.push({ kind: 'file', path: found, element, ...(by === undefined ? {} : { by }) });
    if (paths.length > maxGlobFiles)
      notes.push(`the first ${maxGlobFiles} of ${paths.length} files that match ${path}`);
    if (notEntered.length > 0) notes.push(`left out: ${notEntered.join('; ')}`);
  }
  const said = notes.join('; ');
  if (tasks.length === 0)
    return none('absent', `no file matches what the provider gave${said && `; ${said}`}`);
  return { kind: 'every', tasks, ...(said === '' ? {} : { note: said }) };
}

function filledTask(template: string, filling: Filling, options: Options, tools: Tools): CommandTask {
  const prepared = redirect(fillTemplate(template, filling, options), options, tools);
  const task = commandTask(prepared, {
    ...(options.secret === undefined ? { element: elementOf(filling.values) } : {}),
    ...(filling.by === undefined ? {} : { by: filling.by }),
  });
  const change = options.effects?.changesState;
  if (change === undefined || tools.allowStateChanges || !change.arguments) return task;
  const changing = task.argv.find((argument) => change.arguments?.includes(argument));
  if (changing === undefined) return task;
  return {
    ...task,
    refused: `${changing} changes the host's state (${change.what}); allow it with ${tools.nameOf('allowStateChanges')}`,
    refusedStatus: 'skipped',
  };
}

function commandTask(
  prepared: Prepared,
  base: Pick<CommandTask, 'element' | 'container' | 'by'>,
): CommandTask {
  if ('refused' in prepared)
    return {
      kind: 'command',
      argv: [],
      commandLine: '',
      ...base,
      refused: prepared.refused,
      refusedStatus: 'denied',
    };
  return { kind: 'command', ...prepared, ...base };
}

/** Sends a command's requests to the endpoint that the user configured. */
function redirect(prepared: Prepared, { endpoint }: Options, { registry }: Tools): Prepared {
  if (!endpoint || 'refused' in prepared) return prepared;
  return {
    ...prepared,
    argv: replaceEndpoint(prepared.argv, endpoint.url, String(registry.setting(endpoint.setting))),
  };
}

/** Runs a command, or `cat` for a file, inside a container; the words arrive as they are, through no shell. */
function containerTask(command: string | null, element: ContainerElement, options: Options): CommandTask {
  const { image, engine, id } = element;
  const readsFile = command === null || options.container === 'file';
  const path = element.path ?? command ?? '';
  const inner = readsFile ? ['cat', path] : splitWords(command);
  return {
    kind: 'command',
    argv: insideContainer(element, inner),
    commandLine: readsFile ? '' : command,
    container: { image, engine, id },
    element: [image, engine, id, ...(element.path === undefined ? [] : [element.path])],
    ...(readsFile ? { containerPath: path } : {}),
  };
}

function elementOf(values: readonly string[]): string | readonly string[] {
  return values.length === 1 ? (values[0] ?? '') : values;
}
