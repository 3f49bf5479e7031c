import type { NamedOption, OptionName } from '@hostspec/engine';
import type { hostOptions } from '../shared-options.js';

const names = {
  only: 'only',
  skip: 'skip',
  domains: 'domain',
  offline: 'offline',
  allowStateChanges: 'allow-state-changes',
} as const satisfies Record<NamedOption, keyof typeof hostOptions>;

/** The command-line name of a plan option; errors and reasons of the library use it. */
export const optionName: OptionName = (option) => `--${names[option]}`;
