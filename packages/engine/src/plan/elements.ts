import type { Evaluation } from '@hostspec/registry';
import {
  type ContainerElement,
  type Element,
  type ForeachExecute,
  type HostProblem,
  isHostError,
  isReference,
  type NamedElement,
  type SpecOptions,
  textLines,
} from '@hostspec/spec';
import type { Filling } from './arguments.js';
import { plainTask } from './command-task.js';
import { denialOf, fileDenial } from './denials.js';
import { gateOf, type InlineProvider, sourceName } from './gates.js';
import { listingOf } from './listing.js';
import { runOptions } from './options.js';
import type { Session } from './session.js';
import { type Gap, statusOf } from './tasks.js';

/** The elements of a provider, or why there are none. */
export type Elements =
  | { readonly kind: 'fillings'; readonly fillings: readonly Filling[]; readonly note?: string }
  | { readonly kind: 'containers'; readonly containers: readonly ContainerElement[]; readonly note?: string }
  | { readonly kind: 'none'; readonly gap: Gap };

/** Limit for elements; the outcome reports if there are more. */
const maxElements = 1000;

/** The longest element, in bytes: no program argument can be longer. */
const maxElementBytes = 128 * 1024 - 1;

/** Evaluates the provider of elements: a provider by name, the names in a directory or the lines of a command. */
export async function elementsOf(provider: ForeachExecute['provider'], session: Session): Promise<Elements> {
  if (!isReference(provider)) return inlineElements(provider, session);
  const evaluation = await session.registry.provider(provider.provider);
  if (evaluation.kind !== 'value') {
    const status = evaluation.kind === 'nothing' ? (evaluation.status ?? 'skipped') : evaluation.kind;
    return { kind: 'none', gap: { status, reason: evaluation.reason } };
  }
  const found = shapedElements(evaluation);
  if (found.kind === 'none' || evaluation.leftOut === undefined) return found;
  const left = `left out: ${evaluation.leftOut}`;
  return { ...found, note: found.note === undefined ? left : `${left}; ${found.note}` };
}

function shapedElements({ shape, value }: Extract<Evaluation, { readonly kind: 'value' }>): Elements {
  if (shape === 'containers') {
    const { kept, note } = limited(value as readonly ContainerElement[]);
    return { kind: 'containers', containers: kept, ...note };
  }
  if (shape === 'string') return fillings([value as string | NamedElement]);
  if (shape === 'arguments') return fillings([value as readonly string[]], 'arguments');
  return fillings(value as readonly (Element | NamedElement)[]);
}

async function inlineElements(
  provider: InlineProvider & Partial<SpecOptions>,
  session: Session,
): Promise<Elements> {
  const none = (reason: string, problem?: HostProblem): Elements => ({
    kind: 'none',
    gap: { status: problem === undefined ? 'skipped' : statusOf(problem), reason },
  });
  const gate = await gateOf(provider, session);
  if (gate !== undefined) return none(`${sourceName(provider)}: ${gate}`);
  let lines: readonly string[];
  let left: string | undefined;
  const { host, denials } = session;
  if (provider.type === 'listdir') {
    const denial = denials && fileDenial(provider.path, denials);
    if (denial !== undefined) return none(`${provider.path}: ${denial}`, 'denied');
    try {
      const listing = await listingOf(provider.path, session);
      lines = listing.names;
      left = listing.note;
    } catch (error) {
      if (!isHostError(error)) throw error;
      return none(error.message, error.problem);
    }
  } else {
    const task = plainTask(provider.command, provider, session);
    const { argv, commandLine, refused } = task;
    const denial = await denialOf(task, session);
    if (denial !== undefined) return none(`${commandLine}: ${denial}`, 'denied');
    if (refused !== undefined) return none(`${sourceName(provider)}: ${refused}`);
    const { rc, output, problem = 'failed', reason } = await host.run(argv, runOptions(provider));
    if (rc === undefined) return none(`${sourceName(provider)}: ${reason ?? 'no result'}`, problem);
    if (rc !== 0 && !provider.keepRc && !provider.emptyRc?.includes(rc))
      return none(`${sourceName(provider)} exited with ${rc}`);
    lines = textLines(new TextDecoder().decode(output))
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
  if (lines.length === 0)
    return none(
      `${sourceName(provider)} ${provider.type === 'listdir' ? 'has no entries' : 'printed nothing'}`,
    );
  const found = fillings(lines);
  const note = [left, 'note' in found ? found.note : undefined].filter((each) => each !== undefined);
  return note.length > 0 && found.kind !== 'none' ? { ...found, note: note.join('; ') } : found;
}

function isNamed(element: Element | NamedElement): element is NamedElement {
  return typeof element === 'object' && 'by' in element;
}

function valuesOf(element: Element | NamedElement): readonly string[] {
  const value = isNamed(element) ? element.value : element;
  return typeof value === 'string' ? [value] : value;
}

function fillings(all: readonly (Element | NamedElement)[], kind: Filling['kind'] = 'values'): Elements {
  const short = all.filter((element) =>
    valuesOf(element).every((value) => Buffer.byteLength(value) <= maxElementBytes),
  );
  const long = all.length - short.length;
  const tooLong =
    long === 0 ? [] : [`${long} of ${all.length} elements are longer than ${maxElementBytes} bytes`];
  if (short.length === 0 && long > 0)
    return { kind: 'none', gap: { status: 'failed', reason: tooLong.join() } };
  const { kept, note } = limited(short);
  const notes = [...tooLong, ...(note.note === undefined ? [] : [note.note])];
  const filled = kept.map(
    (element): Filling => ({
      kind,
      values: valuesOf(element),
      ...(isNamed(element) ? { by: element.by } : {}),
    }),
  );
  return { kind: 'fillings', fillings: filled, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) };
}

function limited<T>(all: readonly T[]): {
  readonly kept: readonly T[];
  readonly note: { readonly note?: string };
} {
  if (all.length <= maxElements) return { kept: all, note: {} };
  return {
    kept: all.slice(0, maxElements),
    note: { note: `the first ${maxElements} of ${all.length} elements` },
  };
}
