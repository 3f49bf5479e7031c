import { answerIn, type Format } from './answer-text.js';
import { checkNames, type KnownNames } from './invalid.js';
import { type QueryLimits, queryAsParquet, queryFleet } from './query.js';

/** A question of a user. */
export interface Question {
  readonly fleet: string;
  readonly sql: string;
  readonly format: Format;
  /** Seconds. Default: 60. */
  readonly timeout?: number | undefined;
  /** The names that it is about. */
  readonly known?: KnownNames;
  /** As in `QueryLimits`. */
  readonly allowed?: string | undefined;
}

/** Answers one question in this process. @throws the errors of `queryFleet`. */
export async function askHere({
  fleet,
  sql,
  format,
  known = {},
  ...limits
}: Question & Pick<QueryLimits, 'scratch'>): Promise<string | Uint8Array> {
  await checkNames(async (names) => (await queryFleet(fleet, names, limits)).rows, known);
  return answerIn(
    format,
    () => queryFleet(fleet, sql, limits),
    () => queryAsParquet(fleet, sql, limits),
  );
}
