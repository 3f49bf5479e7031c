import { UsageError } from '@hostspec/spec';

/** The error for a word of a command line that is not allowed. */
export function invalid(value: string, why: string, allowed: string): UsageError {
  return new UsageError('INVALID_OPTION', `${JSON.stringify(value)} ${why}; allowed: ${allowed}`, {
    subject: 'ACTION',
    value,
  });
}
