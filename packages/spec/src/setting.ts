/** What a setting can hold: a list of words or paths, a switch, or a piece of text such as a URL. */
export type SettingValue = readonly string[] | boolean | string;

/** A named value that the user can set in the configuration file. */
export interface Setting<V extends SettingValue = SettingValue> {
  readonly name: string;
  /** What it changes, in one line. */
  readonly doc: string;
  readonly default: V;
  /** Says what is wrong with one text or list item; undefined where it is fine. */
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
export function settingKind(setting: Setting): 'a list of strings' | 'true or false' | 'a string' {
  if (typeof setting.default === 'boolean') return 'true or false';
  return typeof setting.default === 'string' ? 'a string' : 'a list of strings';
}
