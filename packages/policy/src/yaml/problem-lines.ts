import type { Problem } from '@hostspec/spec';

/** A position in a file, from 1. */
export type Position = NonNullable<Problem['position']>;

const positionText = (path: string, { line, column }: Position): string => `${path}:${line}:${column}`;

/** The problems of a file, one a line: `FILE:LINE:COLUMN: TEXT`. */
export const problemLines = (path: string, problems: readonly Problem[]): string =>
  problems
    .map(({ position, message }) => `${position ? positionText(path, position) : path}: ${message}`)
    // A name can have a line end.
    .map((line) => line.replaceAll('\n', '\\n'))
    .join('\n');
