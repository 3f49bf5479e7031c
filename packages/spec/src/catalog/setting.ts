/** The value of a setting: a list of words or paths, a boolean, or a string such as a URL. */
export type SettingValue = readonly string[] | boolean | string;

/** A named value that the user can set in the configuration file. */
export interface Setting<V extends SettingValue = SettingValue> {
  readonly name: string;
  /** What it changes, in one line. */
  readonly doc: string;
  readonly default: V;
  /** Checks one string or list item: returns the problem, or undefined if there is none. */
  readonly check?: (value: string) => string | undefined;
}

type Widened<V> = V extends readonly string[] ? readonly string[] : V extends boolean ? boolean : string;

/** Defines a setting; its default decides which kind of value it takes. */
export function defineSetting<const V extends SettingValue>(setting: {
  readonly name: string;
  readonly doc: string;
  readonly default: V;
  readonly check?: (value: string) => string | undefined;
}): Setting<Widened<V>> {
  return setting as unknown as Setting<Widened<V>>;
}

/** The kind of value that a setting takes, in words for messages and documentation. */
export function settingKind(
  setting: Pick<Setting, 'default'>,
): 'a list of strings' | 'true or false' | 'a string' {
  if (typeof setting.default === 'boolean') return 'true or false';
  return typeof setting.default === 'string' ? 'a string' : 'a list of strings';
}

/** The problem with a value of a setting: the value or list item, its index in the list, and what is allowed. */
export interface SettingProblem {
  readonly value: unknown;
  readonly index?: number;
  /** In words that follow the value. */
  readonly problem: string;
}

/** Checks a value of a setting: returns the problem, or undefined if there is none. */
export function settingProblem(
  setting: Pick<Setting, 'default' | 'check'>,
  value: unknown,
): SettingProblem | undefined {
  if (!isOfKind(setting, value)) return { value, problem: `allowed: ${settingKind(setting)}` };
  const inList = Array.isArray(value);
  const texts = inList ? value : [value];
  for (const [index, text] of texts.entries()) {
    const problem = typeof text === 'string' ? setting.check?.(text) : undefined;
    if (problem !== undefined) return { value: text, problem, ...(inList ? { index } : {}) };
  }
  return undefined;
}

function isOfKind({ default: usual }: Pick<Setting, 'default'>, value: unknown): value is SettingValue {
  if (typeof usual === 'boolean') return typeof value === 'boolean';
  if (typeof usual === 'string') return isText(value);
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
