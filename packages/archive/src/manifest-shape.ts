import { isObject, shapes } from '@hostspec/host-kit';
import { outcomeStatuses, textForms } from '@hostspec/spec';

type Shape = shapes.Shape;
const { count, exactObjectOf, flag, listOf, mapOf, number, objectOf, text, time, valueThat } = shapes;

const specName = valueThat(`the name of a spec (${textForms.name.words})`, textForms.name.accepts);

const texts = listOf(text);

const missStatus = valueThat(outcomeStatuses.slice(2).join(', '), (value) =>
  (outcomeStatuses.slice(2) as readonly unknown[]).includes(value),
);

const sourceKinds: Readonly<Record<string, Shape>> = {
  file: objectOf({ path: text }),
  listing: objectOf({ path: text }),
  command: objectOf({ argv: texts }),
};

const source: Shape = (value, at) => {
  const kind = isObject(value) && typeof value.kind === 'string' ? value.kind : '';
  if (!Object.hasOwn(sourceKinds, kind))
    return `${at} is not a source; allowed: an object whose kind is file, command or listing`;
  return sourceKinds[kind]?.(value, at);
};

const container = objectOf({ image: text, engine: text, id: text });

const element: Shape = (value, at) => (typeof value === 'string' ? undefined : texts(value, at));

const item = objectOf(
  { path: text, source, bytes: count, sha256: text, duration: number },
  {
    commandLine: text,
    program: text,
    element,
    container,
    saveAs: text,
    raw: flag,
    rc: number,
    truncated: objectOf({ reason: text }, { originalBytes: count }),
    packed: objectOf({ format: text, bytes: count }, { sha256: text }),
    masked: mapOf(count),
  },
);

const miss = objectOf({ source, status: missStatus, reason: text }, { container, rc: number });

/** Shape of an outcome. Accepts unknown statuses, which `verify` reports. */
export const outcomeShape: Shape = objectOf(
  {
    name: specName,
    domain: text,
    type: text,
    status: text,
    items: listOf(item),
    misses: listOf(miss),
    started: time,
    duration: number,
  },
  { reason: text },
);

const kindOfIdentity = valueThat(
  'a kind of identity, in small letters',
  (value) => typeof value === 'string' && /^[a-z]{1,20}$/.test(value),
);

const keyDigits = valueThat(
  '8 hexadecimal digits',
  (value) => typeof value === 'string' && /^[0-9a-f]{8}$/.test(value),
);

/** Copies keep this and `maskKey` unmasked, so they must not be able to hold a secret. */
const mapped = exactObjectOf(
  { kinds: listOf(kindOfIdentity), keyCheck: keyDigits },
  { keepVendor: flag, list: flag },
);

const run = {
  hostname: text,
  root: text,
  started: time,
  brand: objectOf({ vendor: text, client: text }, { efiVendor: text }),
  domains: listOf(objectOf({ name: text, version: text })),
};

const optional = {
  target: text,
  machineId: text,
  bootId: text,
  collectedFrom: text,
  processes: listOf(count),
  variant: text,
  profiles: texts,
  mapped,
  maskKey: keyDigits,
  window: objectOf({ asked: text }, { since: text, until: text }),
};

/** Shape of a manifest whose kind and version are known. Its outcomes are checked one by one. */
export const manifestShape: Shape = objectOf(
  {
    ...run,
    tool: text,
    finished: time,
    notEntered: texts,
    notes: texts,
    outcomes: listOf(() => undefined),
  },
  { ...optional, interrupted: text },
);

/** Shape of a journal's description of its run. */
export const runStartShape: Shape = objectOf(
  {
    ...run,
    specs: listOf(objectOf({ name: specName, domain: text, type: text }, { multiOutput: flag })),
  },
  { ...optional, tool: text },
);
