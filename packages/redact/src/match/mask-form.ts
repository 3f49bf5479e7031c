const longestRuleId = 40;
const form = `<secret:([a-z0-9-]{1,${longestRuleId}}):[0-9a-f]{4}>`;
const everyMask = new RegExp(form, 'g');
const oneMask = new RegExp(`^${form}$`);

/** The most characters of a mask. */
export const longestMask = '<secret::1234>'.length + longestRuleId;

/** Every mask in a text, with the id of its rule as the first group. */
export const masksIn = (text: string): IterableIterator<RegExpMatchArray> => text.matchAll(everyMask);

/** Whether a text is a mask already. */
export const isMask = (text: string): boolean => oneMask.test(text);
