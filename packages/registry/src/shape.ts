import type { ProviderDefinition } from '@hostspec/spec';

/** Checks a provider's value, which plain JavaScript may have made: returns the problem, or undefined if its shape is as declared. */
export function wrongShape({ yields, width = 1 }: ProviderDefinition, value: unknown): string | undefined {
  if (yields === 'string')
    return isNamedBy(value, isText) ? undefined : `it returned ${shown(value)}; allowed: ${text}`;
  const [accepts, allowed] = yields === 'list' ? tuple(width) : elements[yields];
  if (!Array.isArray(value))
    return `it returned ${shown(value)}; allowed: a list, and each of its elements ${allowed}`;
  const at = value.findIndex((element) => !accepts(element));
  return at < 0 ? undefined : `element ${at + 1} is ${shown(value[at])}; allowed: ${allowed}`;
}

/** Checks a condition's verdict: returns the problem, or undefined if it has `holds` and `reason`. */
export function wrongVerdict(value: unknown): string | undefined {
  const { holds, reason } = Object(value);
  return typeof holds === 'boolean' && isString(reason)
    ? undefined
    : `it returned ${shown(value)}; allowed: an object with holds (true or false) and reason (a string)`;
}

const text = 'a string that is not empty';

type Elements = readonly [accepts: (value: unknown) => boolean, allowed: string];

const elements: Readonly<Record<'arguments' | 'containers', Elements>> = {
  arguments: [isText, text],
  containers: [isContainer, 'an object with image, engine and id'],
};

/** Elements that fill as many `%s` as the provider declared. */
function tuple(width: number): Elements {
  const accepts = (value: unknown): boolean =>
    (width === 1 && isText(value)) || (isListOf(isText, value) && value.length === width);
  return [
    (value) => isNamedBy(value, accepts),
    width === 1 ? text : `a list of ${width} strings that are not empty`,
  ];
}

/** Whether it is a value of the given kind, or one that an account named. */
function isNamedBy(value: unknown, isKind: (value: unknown) => boolean): boolean {
  if (isKind(value)) return true;
  const named = Object(value);
  const { uid, gid } = Object(named.by);
  return Number.isInteger(uid) && Number.isInteger(gid) && isKind(named.value);
}

function isContainer(value: unknown): boolean {
  const { image, engine, id } = Object(value);
  return isListOf(isString, [image, engine, id]);
}

function isListOf(isItem: (value: unknown) => boolean, value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): boolean {
  return isString(value) && value !== '';
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function shown(value: unknown): string {
  const words = value === '' || typeof value === 'object' ? JSON.stringify(value) : String(value);
  return words.length > 100 ? `${words.slice(0, 100)}…` : words;
}
