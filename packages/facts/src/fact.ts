import type { Host } from '@hostspec/spec';

/** A fact about a host, read at most once however many callers need it. */
export type Fact<T> = (host: Host) => Promise<T>;

/** Makes a fact from the function that reads it. */
export function fact<T>(read: (host: Host) => Promise<T>): Fact<T> {
  const known = new WeakMap<Host, Promise<T>>();
  return (host) => {
    if (host.once) return host.once(read);
    let value = known.get(host);
    if (!value) {
      value = read(host);
      known.set(host, value);
    }
    return value;
  };
}
