/** True, false, or not known. */
export type Truth = true | false | undefined;

/** True if all are true; false if one is false; otherwise not known. */
export function allOf(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;
}

/** True if one is true; false if all are false; otherwise not known. */
export function anyOf(truths: readonly Truth[]): Truth {
  return truths.includes(true) ? true : truths.includes(undefined) ? undefined : false;
}

/** The opposite; not known stays not known. */
export function notOf(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}
