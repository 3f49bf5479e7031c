/** Kinds of planted secrets that no rule finds, each with the reason. */
export const missed: Readonly<Record<string, string>> = {
  'password alone on a line': 'nothing around it or in it shows that it is one',
  'erlang cookie file': 'only the name of its file says what it is; with its path it is masked',
  'base64 of a file of passwords': 'base64 of other content is not decoded',
  'password in a column of SQL': 'the column is named far from the value',
};
