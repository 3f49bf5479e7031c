import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { factSpecs } from '@hostspec/parse/facts';
import { noiseRule, specsWithNoise } from '@hostspec/parse/noise';
import {
  applyBrand,
  type Catalog,
  type CollectionSpec,
  collectionTypeFacts,
  defaultBrand,
  insightsCore,
  type Spec,
  specsWithin,
  writtenCondition,
} from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { DefaultSpecs, DefaultSpecsA, defaultSpecs, defaultSpecsA } from './index.js';

type Behaviour = Readonly<Record<string, unknown>>;

/** An entry of the specification: its collection type and arguments in each variant that has it. */
interface Published {
  readonly domain: string;
  readonly b?: unknown;
  readonly a?: unknown;
  readonly behaviour?: Behaviour;
}

const published: Readonly<Record<string, Published>> = JSON.parse(
  readFileSync(new URL('../fixtures/catalog.json', import.meta.url), 'utf8'),
);

interface Deviation {
  readonly names: readonly string[];
  readonly variants: readonly ('a' | 'b')[];
  readonly behaviour: Behaviour;
  readonly reason: string;
}

/** A spec that behaves differently from the specification on purpose. */
const deviations: readonly Deviation[] = [
  {
    names: ['du_dirs', 'lsof'],
    variants: ['a', 'b'],
    behaviour: { keepRc: true },
    reason: 'the status reports single files that could not be read; the rest of the output is good',
  },
  {
    names: ['systemctl_status_all'],
    variants: ['b'],
    behaviour: { keepRc: true },
    reason: 'the status reports single units; the rest of the output is good',
  },
  {
    names: ['grubenv'],
    variants: ['a'],
    behaviour: { keepRc: undefined },
    reason: 'the specification keeps the output since variant B',
  },
  {
    names: ['aws_instance_id_doc', 'aws_instance_id_pkcs7'],
    variants: ['a', 'b'],
    behaviour: { when: 'IsAWS' },
    reason: 'variant B requests the token, and variant A the document, under this condition',
  },
  {
    names: ['aws_public_hostnames', 'aws_public_ipv4_addresses'],
    variants: ['b'],
    behaviour: { when: 'IsAWS' },
    reason: 'the token is requested under this condition',
  },
  {
    names: ['satellite_settings'],
    variants: ['b'],
    behaviour: { when: 'IsSatellite' },
    reason: 'the specification states conditions for its two alternatives, which together mean IsSatellite',
  },
  {
    names: [
      'satellite_compute_resources',
      'satellite_content_hosts_count',
      'satellite_qualified_capsules',
      'satellite_qualified_katello_repos',
      'satellite_settings',
    ],
    variants: ['a'],
    behaviour: { when: 'SatelliteVersion' },
    reason: 'the condition has this name in variant A',
  },
  {
    names: ['sealert', 'tuned_adm'],
    variants: ['a'],
    behaviour: { when: undefined },
    reason: 'the specification has these conditions since variant B',
  },
  {
    names: ['rpm_ostree_status'],
    variants: ['a'],
    behaviour: { signal: undefined },
    reason: 'the specification ends this command with SIGTERM since variant B',
  },
  {
    names: ['subscription_manager_id', 'yum_repolist'],
    variants: ['a'],
    behaviour: { env: undefined },
    reason: 'no spec of variant A sets a variable',
  },
];

const behaviourKeys = ['keepRc', 'saveAs', 'signal', 'env', 'inheritEnv', 'raw'] as const;

/** The part of a spec's behaviour that the specification states. */
function behaviourOf(spec: Spec): Behaviour {
  const options = Object.entries(spec).filter(([key]) => behaviourKeys.some((each) => each === key));
  return { ...Object.fromEntries(options), when: spec.when && writtenCondition(spec.when) };
}

/** A spec's type and arguments only, including nested specs. */
function bare(spec: CollectionSpec): unknown {
  const keys = ['type', ...Object.keys(collectionTypeFacts[spec.type].arguments)];
  return Object.fromEntries(
    Object.entries(spec)
      .filter(([key]) => keys.includes(key))
      .map(([key, value]) => [key, bareArgument(value)]),
  );
}

function bareArgument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareArgument);
  return typeof value === 'object' && value !== null && 'type' in value
    ? bare(value as CollectionSpec)
    : value;
}

/** What certain programs say by their exit status or output, and the options that a spec then needs. */
const facts = [
  { program: /^\/usr\/bin\/pgrep /, says: 'that no process matches by status 1', options: { emptyRc: [1] } },
  { program: /^\/bin\/grep /, says: 'that no line matches by status 1', options: { emptyRc: [1] } },
  {
    program: /^\/usr\/bin\/openssl x509 -in |^\/usr\/bin\/od |^\/bin\/ls /,
    says: 'that a file is not there in words',
    options: { absentWhen: expect.arrayContaining(['No such file or directory']) },
  },
  {
    program: /^(\/usr)?\/bin\/systemctl cat /,
    says: 'that a unit or systemd is not there in words',
    options: { absentWhen: ['No files found for', 'System has not been booted with systemd'] },
  },
];

describe.each([
  { variant: 'b', catalog: defaultSpecs as unknown as Catalog },
  { variant: 'a', catalog: defaultSpecsA as unknown as Catalog },
] as const)('variant $variant', ({ variant, catalog }) => {
  const entries = Object.entries(published).filter(([, entry]) => entry[variant] !== undefined);
  const own = deviations.filter(({ variants }) => variants.includes(variant));

  test('has every spec and value of the specification, and lists additional ones', () => {
    const names = [...Object.keys(catalog.specs), ...Object.keys(catalog.values)];
    expect(names).toEqual(expect.arrayContaining(entries.map(([name]) => name)));
    const beside = names.filter((name) => published[name]?.[variant] === undefined);
    if (beside.length > 0) console.info(`variant ${variant}, beside the specification: ${beside.join(', ')}`);
    // A spec that is in only one variant was not added later.
    expect(beside.filter((name) => name in published)).toEqual([]);
  });

  test.each(entries)('%s is as specified', (name, entry) => {
    const spec = catalog.specs[name];
    if (spec) {
      expect(bare(applyBrand(name, spec))).toEqual(entry[variant]);
      const deviation = own.find(({ names }) => names.includes(name));
      expect(behaviourOf(spec)).toEqual({ ...entry.behaviour, ...deviation?.behaviour });
      expect(catalog.domainOf[name]).toBe(entry.domain);
    } else {
      const { domain, value } = catalog.values[name] ?? {};
      const branded = JSON.stringify(value).replaceAll('<client>', defaultBrand.client);
      expect({ type: null, value: JSON.parse(branded) }).toEqual(entry[variant]);
      expect(domain).toBe(entry.domain);
    }
  });

  test('the origin of exactly the specs of the specification is insights-core; others name their own', () => {
    const names = Object.keys(catalog.specs).filter((name) => catalog.specs[name]?.origin === insightsCore);
    const wanted = entries.map(([name]) => name).filter((name) => name in catalog.specs);
    expect(names.sort()).toEqual(wanted.sort());
  });

  test.each(own.flatMap(({ names, behaviour }) => names.map((name) => ({ name, behaviour }))))(
    'the listed deviation of $name exists',
    ({ name, behaviour }) => {
      expect(published[name]?.[variant]).toBeDefined();
      expect(published[name]?.behaviour ?? {}).not.toMatchObject(behaviour);
    },
  );

  const commands = Object.entries(catalog.specs).flatMap(([name, spec]) =>
    specsWithin(spec).flatMap((each) =>
      'command' in each && typeof each.command === 'string' && !each.keepRc
        ? [{ name, command: each.command, each }]
        : [],
    ),
  );

  test.each(facts)(
    '$program says $says, and every spec that runs it expects that',
    ({ program, options }) => {
      const found = commands.filter(({ command }) => program.test(command));
      expect(found.length).toBeGreaterThan(0);
      for (const { name, each } of found) expect({ name, ...each }).toMatchObject(options);
    },
  );
});

test('the specs by name are the specs of the catalogs', () => {
  expect(DefaultSpecs).toBe(defaultSpecs.specs);
  expect(DefaultSpecsA).toBe(defaultSpecsA.specs);
});

const packages = new URL('../../', import.meta.url);
const texts = readdirSync(packages)
  .map((name) => new URL(`${name}/specs.json`, packages))
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, 'utf8'));
const unknown = (specs: readonly string[]) =>
  specs.filter((name) => !texts.some((text) => text.includes(`"${name}"`)));

test('every rule is for a spec of a catalog', () => {
  expect(unknown(specsWithNoise)).toEqual([]);
  expect(noiseRule('constructor')).toBeUndefined();
});

test('typed facts come from specs of a catalog', () => expect(unknown(factSpecs)).toEqual([]));
