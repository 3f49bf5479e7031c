import type { Manifest } from '../manifest.js';

/** What a spec gives and takes: bytes of content, and seconds of a run. */
export type Figures = readonly [bytes: number, seconds: number];

/** What the specs of a run gave and took, by name. Specs wait for one another, so each has a share of the time of the run. */
export function figuresOf({
  outcomes,
  started,
  finished,
}: Pick<Manifest, 'outcomes' | 'started' | 'finished'>): Readonly<Record<string, Figures>> {
  const ran = outcomes.filter(({ status }) => status !== 'skipped');
  const together = ran.reduce((sum, { duration = 0 }) => sum + duration, 0);
  const share = together === 0 ? 0 : (finished - started) / 1000 / together;
  return Object.fromEntries(
    ran.map(({ name, items, duration = 0 }) => [
      name,
      [items.reduce((sum, { bytes }) => sum + bytes, 0), duration * share],
    ]),
  );
}
