import { compose, simpleFile, slice } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { checkPlan, type Plan, type PlanOptions, type Profile, plan } from '../index.js';

const doc = { doc: 'd' };
const catalog = compose(
  slice({
    name: 'net',
    version: '1.0.0',
    specs: {
      hosts: simpleFile('/etc/hosts', doc),
      net_all: simpleFile('/etc/networks', { ...doc, onRequest: true }),
    },
  }),
  slice({
    name: 'disk',
    version: '1.0.0',
    specs: {
      fstab: simpleFile('/etc/fstab', doc),
      disk_all: simpleFile('/etc/mtab', { ...doc, onRequest: true }),
    },
  }),
);

const planned = (options: Omit<PlanOptions, 'host'>): Promise<Plan> =>
  plan(catalog, { host: fakeHost({ files: {} }), ...options });

/** The reasons for which specs are left out. */
async function left(profiles: readonly Profile[], options: Omit<PlanOptions, 'host'> = {}) {
  const { specs } = await planned({ profiles, ...options });
  return Object.fromEntries(specs.map(({ name, skip }) => [name, skip]));
}

const onRequest = 'on request: name it in only';

describe('a profile', () => {
  test('selects the specs of its domains and those that it picks', async () => {
    const not = 'deselected by profiles a';
    expect(await left([{ name: 'a', domains: ['net'] }])).toEqual({
      hosts: undefined,
      net_all: onRequest,
      fstab: not,
      disk_all: not,
    });
    expect(await left([{ name: 'a', domains: ['net'], pick: ['fs*'], skip: ['hosts'] }])).toEqual({
      hosts: not,
      net_all: onRequest,
      fstab: undefined,
      disk_all: not,
    });
  });

  test('selects all without domains and names, and nothing with an empty list', async () => {
    expect(await left([{ name: 'a', skip: ['fstab'] }])).toMatchObject({ hosts: undefined });
    expect(await left([{ name: 'a', pick: [] }])).toMatchObject({ hosts: 'deselected by profiles a' });
  });

  test('brings a spec on request if it has its name, but not for a glob', async () => {
    expect(await left([{ name: 'a', pick: ['*', 'net_all'] }])).toEqual({
      hosts: undefined,
      net_all: undefined,
      fstab: undefined,
      disk_all: onRequest,
    });
    expect(await left([{ name: 'a', pick: ['*', 'net_all'], skip: ['net_*'] }])).toMatchObject({
      net_all: 'deselected by profiles a',
    });
  });

  test('adds to others, and is narrowed by the other options', async () => {
    const both = [
      { name: 'a', pick: ['hosts'], skip: ['net_all'] },
      { name: 'b', pick: ['net_all', 'fstab'], skip: ['hosts'] },
    ];
    expect(await left(both)).toEqual({
      hosts: undefined,
      net_all: undefined,
      fstab: undefined,
      disk_all: 'deselected by profiles a,b',
    });
    expect(await left(both, { only: ['fstab', 'disk_all'], skip: ['fs*'] })).toEqual({
      hosts: 'deselected by only',
      net_all: 'deselected by only',
      fstab: 'deselected by skip fs*',
      disk_all: 'deselected by profiles a,b',
    });
    expect(await left(both, { domains: ['net'] })).toMatchObject({ fstab: 'deselected by domains' });
  });
});

test.each([
  [{ pick: ['hosst'] }, 'profiles a: pick hosst matches no spec in the catalog; did you mean hosts?'],
  [{ skip: ['x*'] }, 'profiles a: skip x* matches no spec in the catalog; available: '],
  [{ domains: ['nett'] }, 'profiles a: domains nett is not in the catalog; did you mean net?'],
])('a profile with a name that nothing has is refused: %j', async (part, message) => {
  await expect(planned({ profiles: [{ name: 'a', ...part }] })).rejects.toThrow(message);
});

describe('a plan with profiles', () => {
  const profiles = [
    { name: 'a', doc: 'd', domains: ['net'], pick: ['fstab'], window: '7d', limits: { 'max-bytes': '2M' } },
  ];

  test('survives JSON', async () => {
    const made = JSON.parse(JSON.stringify(await planned({ profiles })));
    expect(made.restrictions).toEqual({ profiles });
    expect(() => checkPlan(made, catalog)).not.toThrow();
  });

  test('is refused if a spec was added that they do not select, or they are not profiles', async () => {
    const made = await planned({ profiles });
    const added = made.specs.map(({ name, domain, spec }) => ({ name, domain, spec }));
    expect(() => checkPlan({ ...made, specs: added }, catalog)).toThrow(
      'spec net_all has no skip reason, but is on request: name it in only',
    );
    const wrong = { ...made, restrictions: { profiles: [{ name: 'a', path: '/etc' }] } };
    expect(() => checkPlan(wrong, catalog)).toThrow('restrictions.profiles[0] has the key "path"');
  });
});
