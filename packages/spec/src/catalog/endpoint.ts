/** The address of a command's requests: a setting's value, if not empty, replaces the scheme and host. */
export interface Endpoint {
  /** The name of a string setting of the catalog. */
  readonly setting: string;
  /** Scheme and host as in the command, without a path: `http://169.254.169.254`. */
  readonly url: string;
}

/** Replaces the scheme and host in arguments that begin with the endpoint's; unchanged if `value` is empty. */
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

/** Checks a setting that replaces an endpoint: it must be empty, or an http or https URL without a path. */
export function checkEndpoint(value: string): string | undefined {
  if (value === '') return undefined;
  const url = /^https?:\/\/[^\s/?#@\\]+\/?$/.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  return url
    ? undefined
    : 'allowed: an http or https URL without a path, or an empty string for the usual address';
}
