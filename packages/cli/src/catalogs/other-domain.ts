import { usageError } from '../usage-error.js';

/** The names of a catalog's specs and values, each with its domain. */
export interface DomainNames {
  readonly domainOf: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, { readonly domain: string }>>;
}

/** The domain of a name; undefined if the catalog does not have it. */
export function domainOfName(name: string, { domainOf, values }: DomainNames): string | undefined {
  if (Object.hasOwn(domainOf, name)) return domainOf[name];
  return Object.hasOwn(values, name) ? values[name]?.domain : undefined;
}

/** The error for a name that --domain leaves out. */
export function otherDomainError(
  name: string,
  subject: string,
  own: string,
  domains: readonly string[],
): Error {
  const words = subject === 'NAME' ? JSON.stringify(name) : `${subject} ${name}`;
  return usageError(
    `${words} is in domain ${own}, which --domain ${domains.join(',')} leaves out; add it: --domain ${[...domains, own].join(',')}`,
    subject,
    name,
  );
}
