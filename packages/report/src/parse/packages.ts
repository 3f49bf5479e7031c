/** How many packages the output of `rpm -qa` lists: a line each, in any format, without messages of rpm. */
export function packageCountOf(text: string): number {
  return text
    .split('\n')
    .filter((line) => /^(?:\{"name"|[A-Za-z0-9])/.test(line) && !/^(?:error|warning):/.test(line)).length;
}
