export type { NamedOption, OptionName } from './check-options.js';
export * from './collect.js';
export * from './collect-into.js';
export * from './collecting-host.js';
export * from './describe.js';
export { type Gates, gateOf } from './gates.js';
export * from './memory-sink.js';
export * from './plan.js';
