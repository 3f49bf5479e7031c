import { inheritedVariables } from '@hostspec/host-kit';
import { type RunOptions, runMarker } from '@hostspec/spec';

/** The search path for programs, independent of the collector's own PATH. */
export const searchPath = ['/bin', '/usr/bin', '/sbin', '/usr/sbin', '/usr/share/Modules/bin'] as const;

/** The environment of a command: fixed and independent of the collector's, except for its LANG and variables that the spec sets or inherits. */
export function safeEnvironment(options: RunOptions, run: string): Record<string, string> {
  return {
    PATH: searchPath.join(':'),
    LC_ALL: 'C',
    ...inheritedVariables(options, process.env),
    ...options.env,
    [runMarker]: run,
  };
}
