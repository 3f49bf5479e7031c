/** Says that another mask does not show another secret, and what to do about it. */
export const noMasksCompared =
  'Masks of secrets were not compared, because the runs had different keys; collect with the same --key FILE to see which secrets changed';
