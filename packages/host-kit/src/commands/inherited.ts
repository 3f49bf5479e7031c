import type { RunOptions } from '@hostspec/spec';

// The C library reads the files of a locale whose name has a slash by that path. It takes no name of more than 255 characters.
const localeName = /^[A-Za-z][\w.@-]{0,254}$/;

/** Whether a text is the plain name of a locale, such as `de_DE.UTF-8`. */
export function isLocaleName(text: string): boolean {
  return localeName.test(text);
}

/**
 * The variables that a command takes over from the collector's environment, if they are set: `LANG`, if it is the plain name of a locale,
 * and those that its spec inherits, whatever their values.
 */
export function inheritedVariables(
  { inheritEnv = [] }: Pick<RunOptions, 'inheritEnv'>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const { LANG = '' } = environment;
  const taken = inheritEnv.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(isLocaleName(LANG) ? { LANG } : {}), ...Object.fromEntries(taken) };
}
