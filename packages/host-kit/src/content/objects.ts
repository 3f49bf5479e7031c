export { isObject } from '@hostspec/spec';

/** An object's keys, without those whose value is undefined. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** An object without the keys whose value is undefined, which data leaves out. The order of the keys stays. */
export function defined<const T extends object>(values: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key];
  return kept as unknown as Defined<T>;
}
