import { distributions, firstVersion, serviceManagers } from './distribution.js';

/** Which texts are allowed in one place of a spec. */
interface TextForm {
  /** A regular expression for the whole text. */
  readonly pattern: string;
  /** What is allowed, in words. */
  readonly words: string;
  accepts(value: unknown): value is string;
}

/** The most characters of a spec's name, which is part of the name of a file. */
const longestName = 200;

/** The forms of names and of other texts of specs, except for paths and commands. `name` is that of a spec. */
export const textForms: Readonly<Record<'name' | 'domain' | 'window' | 'for' | 'licence', TextForm>> = {
  name: form(
    `^[A-Za-z][A-Za-z0-9_]{0,${longestName - 1}}$`,
    `at most ${longestName} letters, digits and _, the first a letter`,
  ),
  domain: form('^[a-z][a-z0-9]*(-[a-z0-9]+)*$', 'lower-case words joined by hyphens'),
  window: form('^[1-9][0-9]{0,5}[mhdw]$', 'a number with m, h, d or w, such as 36h or 7d'),
  for: form(
    `^(${serviceManagers.join('|')}|(${distributions.join('|')})( ${firstVersion})?)$`,
    'distributions and service managers, such as debian or "debian 12+"',
  ),
  licence: form('^[A-Za-z0-9][A-Za-z0-9.+-]{1,63}$', 'an SPDX identifier, such as Apache-2.0'),
};

function form(pattern: string, words: string): TextForm {
  const whole = new RegExp(pattern);
  return {
    pattern,
    words,
    accepts: (value): value is string => typeof value === 'string' && whole.test(value),
  };
}
