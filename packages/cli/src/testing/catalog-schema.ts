import { collectionTypeFacts, maxSeconds, optionNames, type SpecOptions, textForms } from '@hostspec/spec';
import { type catalogFileKeys, versionForm } from '../catalogs/catalog-content.js';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', minLength: 1 };
const texts: Schema = { type: 'array', items: text, minItems: 1 };
const exitStatus: Schema = { type: 'integer', minimum: 1, maximum: 255 };
const flag: Schema = { type: 'boolean' };
const bytes: Schema = { type: 'integer', minimum: 1 };
const window: Schema = {
  type: 'string',
  pattern: textForms.window.pattern,
  description: 'How far back it goes, such as 36h or 7d.',
};
const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });

const argumentKinds = {
  text,
  'text or null': { type: ['string', 'null'], minLength: 1 },
  texts,
  spec: ref('inlineSpec'),
  specs: { type: 'array', items: ref('inlineSpec'), minItems: 1 },
  provider: ref('provider'),
};

const argumentDocs: Readonly<Record<string, string>> = {
  path: 'A path; without a leading slash, it is below the root. With a provider, a template: each element replaces %s.',
  paths: 'Paths; the first one that can be read is used.',
  patterns: "Path patterns with *, ? and [...], as in Python's glob.",
  command:
    'A command line, split into words and run without a shell. With a provider, a template: each element replaces %s.',
  provider: 'The source of the elements for %s.',
  specs: 'Alternatives; the first one with content is used.',
  spec: 'A spec that returns a list; its first item is used.',
};

const options: { readonly [K in keyof Required<SpecOptions>]: Schema } = {
  doc: { ...text, description: 'What it shows and why it is useful, in one line.' },
  keepRc: { ...flag, description: 'Keep the output of a command even if its exit status is not 0.' },
  emptyRc: {
    type: 'array',
    items: exitStatus,
    minItems: 1,
    description: 'Exit statuses that mean "nothing found"; the output is kept if there is some.',
  },
  absentWhen: {
    type: 'array',
    items: { anyOf: [exitStatus, text] },
    minItems: 1,
    description: 'Exit statuses, or texts in the output of a failed command, that mean "not there".',
  },
  saveAs: {
    ...text,
    description:
      'Another name in the archive; for files, a directory (ending in /) that receives the base name.',
  },
  signal: {
    enum: ['SIGTERM', 'SIGKILL'],
    description: 'The first signal after a timeout (default SIGKILL).',
  },
  env: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Environment variables to add to the safe environment.',
  },
  inheritEnv: {
    type: 'array',
    items: text,
    description: 'Environment variables to inherit from hostspec.',
  },
  timeout: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: maxSeconds,
    description: 'Time limit for one command in seconds (default: the timeout of the run).',
  },
  raw: { ...flag, description: 'Binary content: never cut at a line.' },
  container: {
    enum: ['file', 'command'],
    description: 'For containers: read a file or run a command inside each.',
  },
  nestedCommandLine: {
    ...flag,
    description: 'An argument that holds %s is itself a command line: elements are quoted inside it.',
  },
  secret: {
    const: 'curl-config',
    description: "The provider's values are secrets that curl reads from standard input.",
  },
  endpoint: {
    type: 'object',
    properties: { setting: text, url: text },
    required: ['setting', 'url'],
    additionalProperties: false,
    description: 'A setting whose value, if not empty, replaces the scheme and host in the command.',
  },
  origin: {
    ...text,
    description:
      "Where the spec comes from, if it is not its author's own: an address, or the name of a manual page.",
  },
  licence: {
    type: 'string',
    pattern: textForms.licence.pattern,
    description:
      'The SPDX identifier of the licence of what "origin" names, if a part of the spec was taken from it.',
  },
  for: {
    type: 'array',
    items: {
      type: 'string',
      pattern: textForms.for.pattern,
    },
    minItems: 1,
    description:
      'The distributions and service managers that it is for; one of them is enough (default: all). "debian 12+" is for version 12 and later.',
  },
  log: {
    type: 'object',
    properties: { window, newest: bytes, newestEach: bytes },
    required: ['newest'],
    additionalProperties: false,
    description:
      'The content is a text log: at most "newest" bytes of all its files are kept, and "newestEach" of each, the newest ones.',
  },
  journal: {
    type: 'object',
    properties: {
      window,
      newest: bytes,
      first: {
        const: true,
        description: 'Takes its part of the bytes for the journal in a run before others do.',
      },
    },
    required: ['newest'],
    additionalProperties: false,
    description:
      'The command is journalctl, without --since, --until and -r: at most "newest" bytes are kept, the newest entries.',
  },
  onRequest: {
    const: true,
    description: 'Collect only if asked for by name, or by a profile that names it.',
  },
  when: { ...ref('condition'), description: 'Collect only if this condition holds.' },
  effects: {
    type: 'object',
    properties: {
      network: { ...flag, description: 'Uses the network; skipped with --offline.' },
      loadsModules: { ...flag, description: 'The kernel may load modules.' },
      needsRoot: { ...flag, description: 'Useful only if run as root.' },
      changesState: {
        type: 'object',
        properties: { what: text, arguments: texts },
        required: ['what'],
        additionalProperties: false,
        description: 'Changes the host; skipped without --allow-state-changes.',
      },
    },
    additionalProperties: false,
    description: 'Effects of collecting it, beyond reading this host.',
  },
};

function specSchema(
  inline: boolean,
  types = Object.keys(collectionTypeFacts) as readonly (keyof typeof collectionTypeFacts)[],
): Schema {
  const allowed = optionNames[inline ? 'nested' : 'whole'].map((name) => [
    name,
    ref(`options/properties/${name}`),
  ]);
  return {
    oneOf: types.map((type) => {
      const facts = collectionTypeFacts[type];
      const kinds = Object.entries(facts.arguments);
      return {
        type: 'object',
        description: facts.doc,
        properties: {
          type: { const: type },
          ...Object.fromEntries(
            kinds.map(([name, kind]) => [name, { description: argumentDocs[name], ...argumentKinds[kind] }]),
          ),
          ...Object.fromEntries(allowed),
        },
        required: ['type', ...kinds.map(([name]) => name), ...(inline ? [] : ['doc'])],
        additionalProperties: false,
      };
    }),
  };
}

const specsByName = (of: string): Schema => ({
  type: ['object', 'null'],
  additionalProperties: false,
  patternProperties: { [textForms.name.pattern]: ref(of) },
});

const names: Schema = { type: ['array', 'null'], items: text };

const properties: { readonly [K in (typeof catalogFileKeys)[number]]: Schema } = {
  $schema: { type: 'string' },
  name: {
    type: 'string',
    pattern: textForms.domain.pattern,
    description: 'The domain of the specs under "add" (default site).',
  },
  version: {
    type: 'string',
    pattern: versionForm.pattern,
    description: 'The version of that domain (default 0.0.0).',
  },
  variant: {
    enum: ['linux', 'b', 'a'],
    description:
      'The variant of the extended catalogs: linux, for all of Linux, b, the one that follows insights-core, or a, an earlier one of b (default linux).',
  },
  extends: {
    ...names,
    description:
      'The domains to start from: installed domains, linux-specs for all of them, or names of packages.',
    examples: [['kernel', 'networking'], ['linux-specs']],
  },
  pick: { ...names, description: 'Only specs that match these names or globs (default: all).' },
  skip: { ...names, description: 'All specs except those that match these names or globs.' },
  override: { ...specsByName('override'), description: 'Specs to define differently.' },
  add: { ...specsByName('spec'), description: 'Your own specs.' },
};

const reference = (of: string, what: string): Schema => ({
  type: 'object',
  properties: { [of]: text },
  required: [of],
  additionalProperties: false,
  description: what,
});

/** The JSON Schema of a catalog file. */
export function catalogSchema(): Schema {
  const condition = ref('condition');
  const several = (word: string): Schema => ({
    type: 'object',
    properties: { [word]: { type: 'array', items: condition, minItems: 1 } },
    required: [word],
    additionalProperties: false,
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/@hostspec/cli/catalog.schema.json',
    title: 'A catalog for hostspec',
    type: 'object',
    properties,
    additionalProperties: false,
    definitions: {
      options: { properties: options },
      spec: specSchema(false),
      override: withoutDoc(specSchema(false)),
      inlineSpec: specSchema(true),
      provider: {
        anyOf: [
          { ...text, description: 'The name of a provider.' },
          reference('provider', 'A provider, by name.'),
          specSchema(true, ['listdir', 'simple_command']),
        ],
      },
      condition: {
        anyOf: [
          { ...text, description: 'The name of a condition.' },
          reference('condition', 'A condition, by name.'),
          several('all'),
          several('any'),
          { type: 'object', properties: { not: condition }, required: ['not'], additionalProperties: false },
        ],
      },
    },
  };
}

/** An override may omit its doc line. */
function withoutDoc({ oneOf }: Schema): Schema {
  const types = oneOf as readonly { readonly required: readonly string[] }[];
  return {
    oneOf: types.map((each) => ({ ...each, required: each.required.filter((key) => key !== 'doc') })),
  };
}
