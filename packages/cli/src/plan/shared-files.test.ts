import { describePlan, plan } from '@hostspec/engine';
import { LinuxSpecs, linuxSpecs } from '@hostspec/linux-specs';
import { hasWildcard, type Specs } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { expect, test } from 'vitest';

const all = Object.values(LinuxSpecs as unknown as Specs);

test('a file that a spec of the catalog names is in no other spec with patterns', async () => {
  const named = all.flatMap((spec) => {
    if (spec.type === 'simple_file') return spec.path.startsWith('/') ? spec.path : `/${spec.path}`;
    return spec.type === 'glob_file' ? spec.patterns.filter((pattern) => !hasWildcard(pattern)) : [];
  });
  const host = fakeHost({ files: Object.fromEntries(named.map((path) => [path, 'x\n'])) });
  const described = await describePlan(await plan(linuxSpecs, { host }), { catalog: linuxSpecs, host });
  const wants = new Map<string, { readonly specs: string[]; byPattern: boolean }>();
  for (const { name, type, sources } of described)
    for (const { source } of sources) {
      if (source.kind !== 'file' || !['simple_file', 'glob_file'].includes(type)) continue;
      const path = source.path.startsWith('/') ? source.path : `/${source.path}`;
      const want = wants.get(path) ?? { specs: [], byPattern: false };
      want.specs.push(name);
      wants.set(path, { ...want, byPattern: want.byPattern || type === 'glob_file' });
    }
  expect(wants.size).toBeGreaterThan(0);
  const twice = [...wants].filter(([, { specs, byPattern }]) => byPattern && specs.length > 1);
  expect(twice.map(([path, { specs }]) => `${path}: ${specs.join(', ')}`)).toEqual([]);
});
