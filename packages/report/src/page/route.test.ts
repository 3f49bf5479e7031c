import { expect, test } from 'vitest';
import { hashOf, type Route, routeOf } from './route.js';

const routes: readonly Route[] = [
  { view: 'summary' },
  { view: 'list' },
  { view: 'search', text: 'a&b=c #/%' },
  { view: 'search', text: 'a', spec: 'b&c' },
  { view: 'time-line', at: 3, gap: 60, text: 'a&b', least: 'error', log: 'var/log/ä' },
  { view: 'time-line', at: undefined, gap: 10, text: '', least: undefined, log: undefined },
  { view: 'spec', spec: 'dmesg', item: 0, line: undefined },
  { view: 'spec', spec: 'var/log/ä & "b"', item: 3, line: 120 },
];

test.each(routes)('the address of %j leads to it', (route) => expect(routeOf(hashOf(route))).toEqual(route));

test.each(['#nothing', '#spec=', '#search=', '#%', '#&&='])('%s leads to the summary', (hash) =>
  expect(routeOf(hash)).toEqual({ view: 'summary' }),
);

test('numbers that are not numbers do not count', () =>
  expect(routeOf('#spec=a&item=-1&line=1e9')).toEqual({ view: 'spec', spec: 'a', item: 0, line: undefined }));
