import { wordsOf } from './words.js';

/** A unit of systemd in the output of `systemctl list-units`. */
export interface Unit {
  readonly name: string;
  readonly load: string;
  readonly active: string;
  readonly description: string;
}

/** The units in the output of `systemctl list-units`. */
export function unitsOf(text: string): Unit[] {
  return text.split('\n').flatMap((line) => {
    const words = wordsOf(line.replace(/^\s*[●○↻×*x](?=\s)/, ''));
    const [name = '', load = '', active = ''] = words;
    return /\.[a-z]+$/.test(name) && /^(?:loaded|not-found|bad-setting|error|masked|merged|stub)$/.test(load)
      ? [{ name, load, active, description: words.slice(4).join(' ') }]
      : [];
  });
}
