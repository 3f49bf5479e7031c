import { UsageError } from '@hostspec/spec';

/** The error for a value that is not allowed, or a file that cannot be used; `subject` names the option or setting. */
export const usageError = (message: string, subject: string, value?: unknown): UsageError =>
  new UsageError('INVALID_OPTION', message, { subject, value });
