import type { Specs } from './types.js';

/** The origin of the specs that insights-core had first; the file NOTICE credits it. */
export const insightsCore = 'https://github.com/RedHatInsights/insights-core';

/** The specs, with an origin for those that name none. */
export function withOrigin(specs: Specs, origin: string | undefined): Specs {
  if (origin === undefined) return specs;
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { origin, ...spec }]));
}
