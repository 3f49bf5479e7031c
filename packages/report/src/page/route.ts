import { lineSeverities } from './log-time.js';
import type { TimeLineFilter } from './protocol.js';

/** What the page shows, as the part of its address after `#` has it. */
export type Route =
  | { readonly view: 'summary' }
  | { readonly view: 'list' }
  /** `spec` is the only one that is searched. */
  | { readonly view: 'search'; readonly text: string; readonly spec?: string }
  /** `at` is the number of a row, from 0, without it the last rows; `gap` is in minutes; `log` is the only spec. */
  | ({
      readonly view: 'time-line';
      readonly at: number | undefined;
      readonly gap: number;
      readonly log?: string | undefined;
    } & TimeLineFilter)
  /** `item` counts from 0, `line` from 1. */
  | {
      readonly view: 'spec';
      readonly spec: string;
      readonly item: number;
      readonly line: number | undefined;
    };

/** Shorter gaps of the logs are not marked, in minutes. */
export const defaultGap = 10;

/** The route of an address; the summary for anything else. */
export function routeOf(hash: string): Route {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name: string): number | undefined => {
    const text = values.get(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const [spec, search] = [values.get('spec'), values.get('search')];
  const only = values.get('in');
  if (spec) return { view: 'spec', spec, item: number('item') ?? 0, line: number('line') || undefined };
  if (search) return { view: 'search', text: search, ...(only && { spec: only }) };
  if (values.has('timeline'))
    return {
      view: 'time-line',
      at: number('at'),
      gap: number('gap') || defaultGap,
      text: values.get('timeline') ?? '',
      least: lineSeverities.find((severity) => severity === values.get('least')),
      log: values.get('log') ?? undefined,
    };
  return { view: values.has('list') ? 'list' : 'summary' };
}

/** The address of a route. */
export function hashOf(route: Route): string {
  if (route.view === 'summary') return '#';
  if (route.view === 'list') return '#list';
  const values = new URLSearchParams();
  if (route.view === 'search') {
    values.set('search', route.text);
    if (route.spec !== undefined) values.set('in', route.spec);
  } else if (route.view === 'time-line') {
    values.set('timeline', route.text);
    if (route.least !== undefined) values.set('least', route.least);
    if (route.log !== undefined) values.set('log', route.log);
    if (route.at !== undefined) values.set('at', `${route.at}`);
    if (route.gap !== defaultGap) values.set('gap', `${route.gap}`);
  } else {
    values.set('spec', route.spec);
    if (route.item > 0) values.set('item', `${route.item}`);
    if (route.line !== undefined) values.set('line', `${route.line}`);
  }
  return `#${values}`;
}

/** The address of a spec, or of a line of it. */
export function specHash(spec: string, item = 0, line?: number): string {
  return hashOf({ view: 'spec', spec, item, line });
}
