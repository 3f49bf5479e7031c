/** The text that every mask of a secret starts with. */
export const maskStart = '__secret_';

/** Most characters that the id of a rule has in a mask. */
export const longestMaskId = 40;

/** The form of a mask as a regular expression. Its group is the id of the rule, with underscores. */
export const maskForm = `${maskStart}([a-z0-9_]{1,${longestMaskId}}?)_[0-9a-f]{8}__`;

const everyMask = new RegExp(maskForm, 'g');

/** Gives all masks of a rule the same digits, to compare text that was masked with different keys. */
export const withoutMaskDigits = (text: string): string =>
  text.replace(everyMask, `${maskStart}$1_00000000__`);
