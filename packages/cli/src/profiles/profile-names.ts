import { readdirSync } from 'node:fs';

/** The folder of a package that has profiles of several names. */
export const profileFolder = 'profiles';

/** How the files of profiles end. */
export const ending = '.yaml';

/** The names of the profiles in a folder, sorted; none if it does not exist. */
export function profilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : []))
      .sort();
  } catch {
    return [];
  }
}
