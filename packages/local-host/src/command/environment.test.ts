import { runMarker } from '@hostspec/spec';
import { expect, test, vi } from 'vitest';
import { safeEnvironment } from './environment.js';

const fixed = {
  PATH: '/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin',
  LC_ALL: 'C',
  [runMarker]: 'run-1',
};

test('is the same whatever that of the collector is', () => {
  vi.stubEnv('PATH', '/home/eve');
  vi.stubEnv('LD_PRELOAD', '/home/eve/x.so');
  expect(safeEnvironment({}, 'run-1')).toEqual(fixed);
});

test('has the LANG of the collector, if it is the plain name of a locale, unless the spec sets another', () => {
  vi.stubEnv('LANG', 'tr_TR.UTF-8');
  expect(safeEnvironment({}, 'run-1')).toEqual({ ...fixed, LANG: 'tr_TR.UTF-8' });
  expect(safeEnvironment({ env: { LANG: 'C.UTF-8' } }, 'run-1')).toEqual({ ...fixed, LANG: 'C.UTF-8' });
  vi.stubEnv('LANG', '/tmp/x');
  expect(safeEnvironment({}, 'run-1')).toEqual(fixed);
});

test('what a spec sets counts more than what it takes over, but the mark of the run stays', () => {
  vi.stubEnv('LC_ALL', 'de');
  const options = { inheritEnv: ['LC_ALL'], env: { LC_ALL: 'fr', [runMarker]: 'x' } };
  expect(safeEnvironment(options, 'run-1')).toEqual({ ...fixed, LC_ALL: 'fr' });
  expect(safeEnvironment({ inheritEnv: ['LC_ALL'] }, 'run-1').LC_ALL).toBe('de');
});
