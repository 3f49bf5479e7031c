import type { Plan, Profile } from '@hostspec/engine';
import { windowSeconds } from '@hostspec/spec';
import type { Io } from '../io.js';
import { parseValue, type Values } from '../options.js';
import { type hostOptions, limitOptions, type logOptions } from '../shared-options.js';
import type { FoundProfile } from './find-profile.js';
import type { LimitName } from './profile-file.js';

type Given = Values<typeof hostOptions> & Values<typeof logOptions> & Values<typeof limitOptions>;

/** Options, with the profiles that they name. */
export interface Profiled {
  readonly profiles?: readonly FoundProfile[];
}

/**
 * Reads the profiles that the options name, and adds the window and the limits of these, or of the profiles in a given plan, where the
 * options set none. Of several profiles the widest window and limits count, and none if one profile has none.
 *
 * @throws UsageError if a profile is not found, is not valid, or root must not trust it.
 */
export async function withProfiles<V extends Given>(values: V, io: Io, plan?: Plan): Promise<V & Profiled> {
  const { profile: names } = values;
  if (names === undefined) return { ...values, ...ofProfiles(plan?.restrictions.profiles ?? [], values) };
  const { findProfile } = await import('./find-profile.js');
  const profiles = names.map((name) => findProfile(name, values.packages, io));
  return {
    ...values,
    ...ofProfiles(
      profiles.map(({ profile }) => profile),
      values,
    ),
    profiles,
  };
}

function ofProfiles(profiles: readonly Profile[], values: Given): Given {
  const limits = (Object.keys(limitOptions) as LimitName[]).flatMap((name) => {
    if (values[name] !== undefined) return [];
    const widest = widestOf(profiles, ({ limits: own }) =>
      own?.[name] === undefined ? undefined : limitOf(name, own[name]),
    );
    return widest === undefined ? [] : [[name, widest]];
  });
  const { since, until, boot } = values;
  const window = (since ?? until ?? boot) === undefined ? widestWindow(profiles) : undefined;
  return { ...(window !== undefined && { since: `-${window}` }), ...Object.fromEntries(limits) };
}

const limitOf = (name: LimitName, text: string): number =>
  Number(parseValue(`--profile: ${name}`, limitOptions[name], text));

function widestWindow(profiles: readonly Profile[]): string | undefined {
  const secondsOf = ({ window = '' }: Profile): number | undefined => windowSeconds(window);
  const widest = widestOf(profiles, secondsOf);
  return widest === undefined ? undefined : profiles.find((profile) => secondsOf(profile) === widest)?.window;
}

/** The largest value that profiles have; undefined if there is none, or one profile has none. */
function widestOf(
  profiles: readonly Profile[],
  measure: (profile: Profile) => number | undefined,
): number | undefined {
  const values = profiles.map(measure);
  if (values.length === 0 || values.includes(undefined)) return undefined;
  return Math.max(...(values as number[]));
}
