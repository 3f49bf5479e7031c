/** Where a command's requests go: a setting's value, when not empty, replaces the given scheme and host. */
export interface Endpoint {
  /** The name of a setting of the catalog that holds a piece of text. */
  readonly setting: string;
  /** Scheme and host as they stand in the command, without a path: `http://169.254.169.254`. */
  readonly url: string;
}

/** The arguments with another scheme and host where one begins with the endpoint's; unchanged where `value` is empty. */
export function replaceEndpoint(
  words: readonly string[],
  url: Endpoint['url'],
  value: string,
): readonly string[] {
  if (value === '') return words;
  const base = value.replace(/\/+$/, '');
  return words.map((word) =>
    word.startsWith(url) && /^($|[/?#])/.test(word.slice(url.length)) ? base + word.slice(url.length) : word,
  );
}

/** Says what is wrong with a setting that replaces an endpoint: empty, or an http or https URL without a path. */
export function checkEndpoint(value: string): string | undefined {
  if (value === '') return undefined;
  const url = /^https?:\/\/[^\s/?#@\\]+\/?$/.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  return url ? undefined : 'allowed: an http or https URL without a path, or nothing for the usual address';
}
