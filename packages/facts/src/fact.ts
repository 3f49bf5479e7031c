import type { Host } from '@hostspec/spec';

/** Knowledge of a host, read at most once however many ask for it. */
export type Fact<T> = (host: Host) => Promise<T>;

/** Makes a fact from the function that reads it. */
export function fact<T>(read: (host: Host) => Promise<T>): Fact<T> {
  const known = new WeakMap<Host, Promise<T>>();
  return (host) => {
    let value = known.get(host);
    if (!value) {
      value = read(host);
      known.set(host, value);
    }
    return value;
  };
}
