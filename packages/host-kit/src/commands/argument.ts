/** Whether a text reaches a program unchanged: Node encodes arguments as UTF-8, so other bytes would be lost. */
export function isArgument(text: string): boolean {
  return !/[\ud800-\udfff]/u.test(text) && !text.includes('\0');
}

/** The problem with a text that cannot be an argument. */
export const notAnArgument =
  'contains NUL or bytes that are not UTF-8, which cannot be passed as a program argument';
