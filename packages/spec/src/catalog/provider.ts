import { type Account, type Host, isHostError } from '../host/host.js';
import type { OutcomeStatus } from '../sink/status.js';
import type { Setting, SettingValue } from './setting.js';
import type { ProviderReference } from './types.js';

/** The environment variable that marks every process of one run, so that none is left running. */
export const runMarker = 'HOSTSPEC_RUN';

const path = 'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin';

/** The context that a provider or condition may use. */
export interface Context {
  readonly host: Host;
  /** The configured value of a setting, or its default. */
  setting<V extends SettingValue>(setting: Setting<V>): V;
}

/** A running container: the element of a provider that yields `containers`. */
export interface ContainerElement {
  readonly image: string;
  readonly engine: string;
  /** The first 12 characters of the container's id. */
  readonly id: string;
  /** The file to read if the spec's own argument is `null`. */
  readonly path?: string;
}

/** One element of a list: a string, or a tuple that fills several `%s` in order. */
export type Element = string | readonly string[];

/** An element that a file or process of another account named: it is read, or its command run, with that account's rights. */
export interface NamedElement {
  readonly value: Element;
  readonly by: Account;
}

/** A provider's answer that there is nothing on this host, with the reason in words. */
export interface Nothing {
  readonly nothing: string;
  /** The outcome of specs that need it. Default `skipped`. */
  readonly status?: Exclude<OutcomeStatus, 'collected' | 'truncated' | 'empty'>;
}

/** A provider's answer that some elements are missing, with the reason in words. */
interface Incomplete<V> {
  readonly elements: V;
  readonly leftOut: string;
}

interface Shapes {
  /** Elements, one run of the command or one path each: tuples as long as the provider's `width`, or texts if that is 1. */
  readonly list: readonly (Element | NamedElement)[];
  /** One value for one `%s`. */
  readonly string: string | NamedElement;
  /** Several arguments in place of one `%s`. */
  readonly arguments: readonly string[];
  /** Running containers. */
  readonly containers: readonly ContainerElement[];
}

/** The shapes that a provider's value can have. */
export type ProviderShape = keyof Shapes;

/** The value of a provider of the given shape. */
type ProviderValue<S extends ProviderShape = ProviderShape> = Shapes[S];

/** What a provider of the given shape can answer: a value, a part of it, or that there is nothing. */
type ProviderAnswer<S extends ProviderShape = ProviderShape> =
  | ProviderValue<S>
  | Incomplete<ProviderValue<S>>
  | Nothing;

/** A named function of the host whose value fills `%s`; evaluated at most once a run. */
export interface ProviderDefinition<
  N extends string = string,
  S extends ProviderShape = ProviderShape,
  W extends number = number,
> {
  readonly name: N;
  /** What it returns, from where, in which order, and where it departs from the reference implementation. */
  readonly doc: string;
  readonly yields: S;
  /** How many `%s` one element of a list fills: every element is a tuple of that many texts. Default 1; containers fill none. */
  readonly width?: W;
  /** Seconds until the evaluation is given up. Default 120. */
  readonly timeout?: number;
  readonly evaluate: (context: Context) => Promise<ProviderAnswer<S>> | ProviderAnswer<S>;
}

/** A provider: call it for the reference that a spec takes. */
export interface Provider<
  N extends string = string,
  S extends ProviderShape = ProviderShape,
  W extends number = number,
> {
  (): ProviderReference<N, S, W>;
  readonly definition: ProviderDefinition<N, S, W>;
}

/** Defines a provider; the returned function gives the reference that a spec takes. */
export function defineProvider<const N extends string, S extends ProviderShape, const W extends number = 1>(
  definition: ProviderDefinition<N, S, W>,
): Provider<N, S, W> {
  return Object.assign(() => ({ provider: definition.name }), { definition });
}

/** A provider under another name, for catalogs that know it by that. */
export function aliasProvider<const N extends string, S extends ProviderShape, W extends number>(
  name: N,
  provider: Provider<string, S, W>,
): Provider<N, S, W> {
  return defineProvider({ ...provider.definition, name });
}

/**
 * Says that a provider has no element on this host, and why. Give `status` if specs have another outcome than `skipped`:
 * `absent` if a file or program is missing.
 */
export function nothing(reason: string, status?: Nothing['status']): Nothing {
  return { nothing: reason, ...(status === undefined ? {} : { status }) };
}

/** Says which elements of a provider are missing, and why; the outcome reports it. */
export function incomplete<V>(elements: V, leftOut: string): Incomplete<V> {
  return { elements, leftOut };
}

/** Says that a provider has no element because a file cannot be read; the outcome is `absent` if it does not exist. */
export async function nothingWithout(host: Host, path: string): Promise<Nothing> {
  try {
    await host.readFile(path);
  } catch (error) {
    if (!isHostError(error)) throw error;
    return nothing(error.message, error.problem === 'refused' ? 'denied' : error.problem);
  }
  return nothing(`${path} cannot be read`, 'failed');
}

/** The list itself, or the reason if it is empty. */
export function listOr<E extends Element | NamedElement>(
  elements: readonly E[],
  reason: string,
): readonly E[] | Nothing {
  return elements.length > 0 ? elements : nothing(reason);
}

/** An element as its account named it, or as it is if only root decides on it. */
export function namedBy<E extends Element>(by: Account | undefined, value: E): E | NamedElement {
  return by === undefined ? value : { value, by };
}

/** Whether a provider answered that there is nothing. */
export function isNothing(value: object | string): value is Nothing {
  return typeof value === 'object' && 'nothing' in value;
}

/**
 * The arguments that run words unchanged inside a running container, without a shell on the host or in the container.
 * The mark is set inside, too: a process that hangs there outlives the engine's own.
 */
export function insideContainer(
  { engine, id }: Pick<ContainerElement, 'engine' | 'id'>,
  words: readonly string[],
): readonly string[] {
  return [`/usr/bin/${engine}`, 'exec', '-e', path, '-e', runMarker, id, ...words];
}
