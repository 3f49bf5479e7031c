import { type RunOptions, runMarker } from '@hostspec/spec';

/** Where programs are looked for, whatever the collector's own PATH says. */
export const searchPath = ['/bin', '/usr/bin', '/sbin', '/usr/sbin', '/usr/share/Modules/bin'] as const;

/** The environment of a command: fixed, whatever the collector's is, but for what the spec sets or takes over. */
export function safeEnvironment(options: RunOptions, run: string): Record<string, string> {
  const inherited = (options.inheritEnv ?? []).flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    PATH: searchPath.join(':'),
    LC_ALL: 'C',
    ...Object.fromEntries(inherited),
    ...options.env,
    [runMarker]: run,
  };
}
