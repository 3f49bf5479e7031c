import { defined, isObject } from '@hostspec/host-kit';

/** An entry of a catalog file as a spec's data. Names alone are allowed for providers and conditions. */
export function specData(entry: unknown, doc?: string): unknown {
  if (!isObject(entry)) return entry;
  const { provider, when, spec, specs, ...rest } = entry;
  return defined({
    doc,
    ...rest,
    provider: typeof provider === 'string' ? { provider } : specData(provider),
    when: conditionData(when),
    spec: specData(spec),
    specs: Array.isArray(specs) ? specs.map((each) => specData(each)) : specs,
  });
}

function conditionData(when: unknown): unknown {
  if (typeof when === 'string') return { condition: when };
  if (!isObject(when)) return when;
  return Object.fromEntries(
    Object.entries(when).map(([key, value]) => {
      if (key === 'not') return [key, conditionData(value)];
      return [key, Array.isArray(value) ? value.map(conditionData) : value];
    }),
  );
}
