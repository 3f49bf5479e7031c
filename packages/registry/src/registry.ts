import {
  type Condition,
  type ConditionExpression,
  type Context,
  didYouMean,
  type Host,
  HostspecError,
  isHostError,
  isNothing,
  messageOf,
  type Nothing,
  type Provider,
  type Setting,
  type SettingValue,
} from '@hostspec/spec';

type ProviderDefinition = Provider['definition'];
type ConditionDefinition = Condition['definition'];
type Verdict = Awaited<ReturnType<ConditionDefinition['evaluate']>>;

const text = 'a string that is not empty';

const elements: Readonly<Record<'arguments' | 'containers', Elements>> = {
  arguments: [isText, text],
  containers: [isContainer, 'an object with image, engine and id'],
};

/** The result of evaluating a provider: a value, or why there is none. */
export type Evaluation =
  | {
      readonly kind: 'value';
      readonly shape: ProviderDefinition['yields'];
      readonly value: Exclude<
        Awaited<ReturnType<ProviderDefinition['evaluate']>>,
        Nothing | { readonly leftOut: string }
      >;
      /** What is missing in the value, in words. */
      readonly leftOut?: string;
    }
  | { readonly kind: 'nothing'; readonly reason: string; readonly status?: Nothing['status'] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'timed out'; readonly reason: string };

/** Finds providers and conditions by name and evaluates each at most once, however many ask. */
export interface Registry {
  /** The names of the providers, sorted. */
  readonly providers: readonly string[];
  /** The names of the conditions, sorted. */
  readonly conditions: readonly string[];
  /** Evaluates a provider; an error that it throws becomes the reason. @throws HostspecError `UNKNOWN_PROVIDER`. */
  provider(name: string): Promise<Evaluation>;
  /** Evaluates a condition; if it throws, neither it nor its opposite holds. @throws HostspecError `UNKNOWN_CONDITION`. */
  condition(expression: ConditionExpression): Promise<Answer>;
  /** The answers of the conditions that were evaluated so far, and of those known in advance, by name. */
  answers(): Promise<Answers>;
  /** The configured value of a setting of the catalog, or its default. @throws HostspecError `UNKNOWN_SETTING`. */
  setting(name: string): SettingValue;
}

/** The answer of a condition: its verdict, or that it failed. */
export interface Answer extends Verdict {
  /** The condition failed or took too long: neither it nor its opposite holds. */
  readonly unknown?: true;
}

/** Answers of conditions, by name. */
export type Answers = Readonly<Record<string, Answer>>;

/** The parts of a catalog that a registry needs. */
export interface RegistryParts {
  readonly providers: Readonly<Record<string, ProviderDefinition>>;
  readonly conditions: Readonly<Record<string, ConditionDefinition>>;
  readonly settings: Readonly<Record<string, Setting>>;
}

const defaultTimeout = 120;

/**
 * Creates the registry of one run on one host. `settings` has the user's values by name. Conditions in `known` are not
 * evaluated again.
 */
export function createRegistry(
  parts: RegistryParts,
  host: Host,
  settings: Readonly<Record<string, SettingValue>> = {},
  known: Answers = {},
): Registry {
  const context: Context = {
    host,
    setting: <V extends SettingValue>(setting: Setting<V>): V =>
      (settings[setting.name] as V | undefined) ?? setting.default,
  };
  const evaluations = new Map<string, Promise<Evaluation>>();
  const asked = new Map(
    Object.entries(known).map(([name, answer]) => [name, Promise.resolve<Answer>(answer)]),
  );

  const provider = (name: string): Promise<Evaluation> => {
    const definition = find('provider', 'UNKNOWN_PROVIDER', parts.providers, name);
    return once(evaluations, name, () => evaluate(definition, context));
  };

  const condition = async (expression: ConditionExpression): Promise<Answer> => {
    if ('condition' in expression) {
      const { condition: name } = expression;
      const definition = find('condition', 'UNKNOWN_CONDITION', parts.conditions, name);
      return once(asked, name, () => judge(definition, context));
    }
    if ('not' in expression) {
      const verdict = await condition(expression.not);
      return verdict.unknown ? verdict : { ...verdict, holds: !verdict.holds };
    }
    const wanted = 'any' in expression;
    const list = 'any' in expression ? expression.any : expression.all;
    const verdicts: Answer[] = [];
    for (const part of list) {
      const verdict = await condition(part);
      if (verdict.holds === wanted) return verdict;
      verdicts.push(verdict);
    }
    const reason = [...new Set(verdicts.map((verdict) => verdict.reason))].join('; ');
    return { holds: !wanted, reason, ...(verdicts.some(({ unknown }) => unknown) ? { unknown: true } : {}) };
  };

  return {
    providers: Object.keys(parts.providers).sort(),
    conditions: Object.keys(parts.conditions).sort(),
    provider,
    condition,
    async answers() {
      const entries = [...asked].map(async ([name, answer]) => [name, await answer] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
    setting: (name) => context.setting(find('setting', 'UNKNOWN_SETTING', parts.settings, name)),
  };
}

async function evaluate(definition: ProviderDefinition, context: Context): Promise<Evaluation> {
  const { name, yields: shape, timeout = defaultTimeout } = definition;
  try {
    const done = await within(timeout, async () => ({ value: await definition.evaluate(context) }));
    if (!done) return { kind: 'timed out', reason: `provider ${name} took longer than ${timeout} s` };
    const { value: answer } = done;
    if (answer && isNothing(answer)) return nothingOf(answer);
    const { elements: value, leftOut } =
      typeof answer === 'object' && 'leftOut' in answer ? answer : { elements: answer, leftOut: undefined };
    if (leftOut !== undefined && (typeof leftOut !== 'string' || leftOut === ''))
      return { kind: 'failed', reason: `provider ${name} failed: what it left out has no reason` };
    const problem = wrongShape(definition, value);
    if (problem !== undefined) return { kind: 'failed', reason: `provider ${name} failed: ${problem}` };
    if (Array.isArray(value) && value.length === 0)
      return { kind: 'nothing', reason: leftOut ?? `provider ${name} gives no element` };
    return { kind: 'value', shape, value, ...(leftOut === undefined ? {} : { leftOut }) };
  } catch (error) {
    return { kind: 'failed', reason: whyFailed(`provider ${name}`, error) };
  }
}

function nothingOf({ nothing, status }: Nothing): Evaluation {
  return { kind: 'nothing', reason: nothing, ...(status === undefined ? {} : { status }) };
}

async function judge(definition: ConditionDefinition, context: Context): Promise<Answer> {
  const subject = `condition ${definition.name}`;
  const unknown = (reason: string): Answer => ({ holds: false, reason, unknown: true });
  try {
    const done = await within(defaultTimeout, async () => ({ verdict: await definition.evaluate(context) }));
    if (!done) return unknown(`${subject} took longer than ${defaultTimeout} s`);
    const problem = wrongVerdict(done.verdict);
    if (problem !== undefined) return unknown(`${subject} failed: ${problem}`);
    const { holds, reason } = done.verdict;
    return { holds, reason };
  } catch (error) {
    return unknown(whyFailed(subject, error));
  }
}

/** An error of the host already names the file or command that failed. Other errors need the name of the provider or condition. */
function whyFailed(subject: string, error: unknown): string {
  return isHostError(error) ? error.message : `${subject} failed: ${messageOf(error)}`;
}

function find<T>(
  kind: string,
  code: 'UNKNOWN_PROVIDER' | 'UNKNOWN_CONDITION' | 'UNKNOWN_SETTING',
  map: Readonly<Record<string, T>>,
  name: string,
): T {
  const found = Object.hasOwn(map, name) ? map[name] : undefined;
  if (found === undefined)
    throw new HostspecError(code, `no ${kind} ${name}; ${didYouMean(name, Object.keys(map))}`, {
      subject: name,
      value: name,
    });
  return found;
}

function once<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let value = known.get(name);
  if (!value) {
    value = make();
    known.set(name, value);
  }
  return value;
}

/** The result of a task, or undefined once the seconds have passed. */
async function within<T>(seconds: number, task: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), seconds * 1000);
  });
  try {
    return await Promise.race([task(), expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Checks a provider's value, which plain JavaScript may have made: returns the problem, or undefined if its shape is as declared. */
function wrongShape({ yields, width = 1 }: ProviderDefinition, value: unknown): string | undefined {
  if (yields === 'string')
    return isNamedBy(value, isText) ? undefined : `it returned ${shown(value)}; allowed: ${text}`;
  const [accepts, allowed] = yields === 'list' ? tuple(width) : elements[yields];
  if (!Array.isArray(value))
    return `it returned ${shown(value)}; allowed: a list, and each of its elements ${allowed}`;
  const at = value.findIndex((element) => !accepts(element));
  return at < 0 ? undefined : `element ${at + 1} is ${shown(value[at])}; allowed: ${allowed}`;
}

/** Checks a condition's verdict: returns the problem, or undefined if it has `holds` and `reason`. */
function wrongVerdict(value: unknown): string | undefined {
  const { holds, reason } = Object(value);
  return typeof holds === 'boolean' && isString(reason)
    ? undefined
    : `it returned ${shown(value)}; allowed: an object with holds (true or false) and reason (a string)`;
}

type Elements = readonly [accepts: (value: unknown) => boolean, allowed: string];

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
