/** The options of a sink that appear in messages. */
export type SinkOption = 'path' | 'force';

/** The name of an option in messages, for a program whose own options have other names. */
export type SinkOptionName = (option: SinkOption) => string;

/** The names of the options here. */
export const ownName: SinkOptionName = (option) => option;
