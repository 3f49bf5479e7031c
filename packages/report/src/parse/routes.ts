import { wordsOf } from './words.js';

/** A default route. */
export interface DefaultRoute {
  readonly via: string | undefined;
  readonly device: string | undefined;
  readonly metric: string | undefined;
}

/** The default routes of the main table in the output of `ip route show table all`. */
export function defaultRoutesOf(text: string): DefaultRoute[] {
  const routes: DefaultRoute[] = [];
  let inDefault = false;
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    const after = (word: string): string | undefined => words[words.indexOf(word) + 1 || words.length];
    const table = after('table');
    if (!/^\s/.test(line)) inDefault = words[0] === 'default' && (table === undefined || table === 'main');
    const [via, device] = [after('via'), after('dev')];
    // With several next hops, each has its own line.
    if (inDefault && (via !== undefined || device !== undefined))
      routes.push({ via, device, metric: after('metric') });
  }
  return routes;
}
