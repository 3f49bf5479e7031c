/** The options that appear in messages and reasons. */
export type NamedOption = 'only' | 'skip' | 'domains' | 'offline' | 'allowStateChanges';

/** The name of an option in messages and reasons, for a program whose own options have other names. */
export type OptionName = (option: NamedOption) => string;

/** The names of the options here. */
export const ownName: OptionName = (option) => option;
