import { defined } from '@hostspec/host-kit';
import {
  type ContainerElement,
  insideContainer,
  replaceEndpoint,
  type SpecOptions,
  splitWords,
} from '@hostspec/spec';
import { type Filling, fillTemplate, type Prepared, prepareCommand } from './arguments.js';
import { heldBack } from './gates.js';
import type { Session } from './session.js';
import type { CommandTask } from './tasks.js';

type Options = Partial<SpecOptions>;

/** The task of a command without `%s`. */
export function plainTask(command: string, options: Options, session: Session): CommandTask {
  return taskOf(prepareCommand(command), {}, options, session);
}

/** The task of a template with an element in place of `%s`. */
export function filledTask(
  template: string,
  filling: Filling,
  options: Options,
  session: Session,
): CommandTask {
  const element = options.secret === undefined ? elementOf(filling.values) : undefined;
  const base = defined({ element, by: filling.by });
  return taskOf(fillTemplate(template, filling, options), base, options, session);
}

/** The task of a command, or of `cat` for a file, inside a container; the words arrive unchanged, without a shell. */
export function containerTask(
  command: string | null,
  element: ContainerElement,
  options: Options,
  session: Session,
): CommandTask {
  const { image, engine, id } = element;
  const readsFile = command === null || options.container === 'file';
  const path = element.path ?? command ?? '';
  const inner = readsFile ? ['cat', path] : splitWords(command);
  const base = {
    container: { image, engine, id },
    element: [image, engine, id, ...(element.path === undefined ? [] : [element.path])],
    ...(readsFile ? { containerPath: path } : {}),
  };
  const prepared = { argv: insideContainer(element, inner), commandLine: readsFile ? '' : command };
  return taskOf(prepared, base, options, session);
}

/** An element in the form that outcomes have. */
export function elementOf(values: readonly string[]): string | readonly string[] {
  return values.length === 1 ? (values[0] ?? '') : values;
}

/** Every command for a spec is checked here: one that the spec's options do not allow is refused. */
function taskOf(
  prepared: Prepared,
  base: Pick<CommandTask, 'element' | 'container' | 'containerPath' | 'by'>,
  options: Options,
  session: Session,
): CommandTask {
  // `base` comes last, so that V8 gives all tasks one shape.
  if ('refused' in prepared)
    return {
      kind: 'command',
      options,
      argv: [],
      commandLine: '',
      refused: prepared.refused,
      refusedStatus: 'denied',
      ...base,
    };
  const { endpoint } = options;
  const argv = endpoint
    ? replaceEndpoint(prepared.argv, endpoint.url, String(session.registry.setting(endpoint.setting)))
    : prepared.argv;
  const held = heldBack(options.effects, session, argv);
  const { commandLine, stdin } = prepared;
  return {
    kind: 'command',
    options,
    argv,
    commandLine,
    ...base,
    ...defined({ stdin }),
    ...(held === undefined ? {} : { refused: held, refusedStatus: 'skipped' as const }),
  };
}
