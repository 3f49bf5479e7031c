import type { ProviderDefinition } from '@hostspec/spec';

/** Checks a provider's value, which plain JavaScript may have made: returns the problem, or undefined if its shape is as declared. */
export function wrongShape({ yields }: ProviderDefinition, value: unknown): string | undefined {
  if (yields === 'string')
    return isNamedBy(value, isText) ? undefined : `it returned ${shown(value)}; allowed: a string`;
  const [accepts, allowed] = elements[yields];
  if (!Array.isArray(value)) return `it returned ${shown(value)}; allowed: a list of ${allowed}`;
  const at = value.findIndex((element) => !accepts(element));
  return at < 0 ? undefined : `element ${at + 1} is ${shown(value[at])}; allowed: ${allowed}`;
}

/** Checks a condition's verdict: returns the problem, or undefined if it has `holds` and `reason`. */
export function wrongVerdict(value: unknown): string | undefined {
  const { holds, reason } = Object(value);
  return typeof holds === 'boolean' && isText(reason)
    ? undefined
    : `it returned ${shown(value)}; allowed: an object with holds (true or false) and reason (a string)`;
}

const elements = {
  list: [(value: unknown) => isNamedBy(value, isElement), 'strings, or tuples of strings'],
  arguments: [isText, 'strings'],
  containers: [isContainer, 'objects with image, engine and id'],
} as const;

/** Whether it is a value of the given kind, or one that an account named. */
function isNamedBy(value: unknown, isKind: (value: unknown) => boolean): boolean {
  if (isKind(value)) return true;
  const named = Object(value);
  const { uid, gid } = Object(named.by);
  return Number.isInteger(uid) && Number.isInteger(gid) && isKind(named.value);
}

function isElement(value: unknown): boolean {
  return isText(value) || isTexts(value);
}

function isContainer(value: unknown): boolean {
  const { image, engine, id } = Object(value);
  return isTexts([image, engine, id]);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function shown(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
