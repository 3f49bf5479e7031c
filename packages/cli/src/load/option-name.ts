import type { NamedOption, OptionName } from '@hostspec/engine';
import type { hostOptions } from './options.js';

const names = {
  only: 'only',
  skip: 'skip',
  domains: 'domain',
  offline: 'offline',
  allowStateChanges: 'allow-state-changes',
} as const satisfies Record<NamedOption, keyof typeof hostOptions>;

/** How the user of the command knows an option of a plan: errors and reasons of the library name it so. */
export const optionName: OptionName = (option) => `--${names[option]}`;
