import { createLocalHost } from '@hostspec/local-host';
import {
  type Catalog,
  checkEndpoint,
  compose,
  defineSetting,
  isHostspecError,
  simpleCommand,
  simpleFile,
  slice,
} from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { type PlanOptions, plan } from '../index.js';
import { checkSettings } from './check-options.js';

const logs = defineSetting({ name: 'logs', doc: 'Paths', default: ['/var/log/a'] });
const catalog = compose(
  slice({
    name: 'site',
    version: '1.0.0',
    specs: {
      motd: simpleFile('/etc/motd', { doc: 'A file' }),
      change: simpleCommand('/bin/true', {
        doc: 'A change',
        effects: { changesState: { what: 'all of it' } },
      }),
      ask: simpleCommand('/bin/true', { doc: 'A question', effects: { network: true } }),
    },
    settings: [logs],
  }),
  slice({ name: 'other', version: '1.0.0', specs: { issue: simpleFile('/etc/issue', { doc: 'Another' }) } }),
);
const host = createLocalHost();

async function failure(make: () => unknown): Promise<Error> {
  try {
    await make();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('options of a plan that are not allowed', () => {
  test.each<readonly [options: object | undefined, code: string, message: string]>([
    [undefined, 'INVALID_OPTION', 'plan needs a host: pass one, such as { host: createLocalHost() }'],
    [{}, 'INVALID_OPTION', 'plan needs a host: pass one, such as { host: createLocalHost() }'],
    [{ host: {} }, 'INVALID_OPTION', 'plan needs a host: pass one, such as { host: createLocalHost() }'],
    [{ host: '/' }, 'INVALID_OPTION', 'plan needs a host: pass one, such as { host: createLocalHost() }'],
    [
      { host, only: ['motdd'] },
      'INVALID_OPTION',
      'only motdd matches no spec in the catalog; did you mean motd?',
    ],
    [{ host, skip: ['x*'] }, 'INVALID_OPTION', 'skip x* matches no spec in the catalog; available: '],
    [{ host, only: 'motd' }, 'INVALID_OPTION', 'only is "motd"; allowed: a list of strings'],
    [{ host, skip: ['motd', 5] }, 'INVALID_OPTION', 'skip is ["motd",5]; allowed: a list of strings'],
    [{ host: null }, 'INVALID_OPTION', 'plan needs a host: pass one, such as { host: createLocalHost() }'],
    [{ host, domains: ['sit'] }, 'INVALID_OPTION', 'domains sit is not in the catalog; did you mean site?'],
    [{ host, settings: { log: [] } }, 'UNKNOWN_SETTING', 'no setting is named "log"; did you mean logs?'],
  ])('%#: give a one-line error', async (options, code, message) => {
    const error = await failure(() => plan(catalog, options as PlanOptions));
    expect(error).toMatchObject({ name: 'UsageError', code });
    expect(error.message).toContain(message);
    expect(isHostspecError(error)).toBe(true);
  });

  test.each([
    [{ host: '/' }, 'host', '/'],
    [{ host, only: 'motd' }, 'only', 'motd'],
    [{ host, domains: ['sit'] }, 'domains', 'sit'],
  ])('have the option and the value in the error: %#', async (options, subject, value) => {
    const error = await failure(() => plan(catalog, options as unknown as PlanOptions));
    expect(error).toMatchObject({ subject, value });
  });

  test.each([
    [undefined, 'plan needs a catalog: pass a slice or the result of compose'],
    [{}, 'plan needs a catalog: pass a slice or the result of compose'],
    [{ specs: null }, 'plan needs a catalog: pass a slice or the result of compose'],
    [slice({ name: 'empty', version: '1.0.0', specs: {} }), 'the catalog has no specs'],
  ])('an invalid catalog gives a one-line error: %#', async (wrong, message) => {
    const error = await failure(() => plan(wrong as Catalog, { host }));
    expect(error).toMatchObject({ name: 'CatalogError', code: 'INVALID_CATALOG', message });
  });
});

describe('the name of an option in errors', () => {
  const skips = async (options: Partial<PlanOptions>): Promise<Record<string, string | undefined>> => {
    const { specs } = await plan(catalog, { host, ...options });
    return Object.fromEntries(specs.map(({ name, skip }) => [name, skip]));
  };
  const selection = { only: ['motd', 'issue', 'change', 'ask'], offline: true } as const;

  test('is that of plan by default', async () => {
    expect(await skips({ ...selection, domains: ['site'] })).toEqual({
      motd: undefined,
      change: "changes the host's state (all of it); allow it with allowStateChanges",
      ask: 'needs the network, and offline is set',
      issue: 'deselected by domains',
    });
    expect(await skips({ only: ['motd', 'issue'], skip: ['iss*'] })).toMatchObject({
      ask: 'deselected by only',
      issue: 'deselected by skip iss*',
    });
  });

  test('is the one that the program gives', async () => {
    const optionName: NonNullable<PlanOptions['optionName']> = (option) => `--${option.toLowerCase()}`;
    expect(await skips({ ...selection, skip: ['motd'], optionName })).toMatchObject({
      motd: 'deselected by --skip motd',
      change: expect.stringContaining('allow it with --allowstatechanges'),
      ask: 'needs the network, and --offline is set',
    });
    const error = await failure(() => plan(catalog, { host, only: ['x'], optionName }));
    expect(error).toMatchObject({ subject: '--only', message: expect.stringMatching(/^--only x matches/) });
  });
});

const settings = {
  logs: defineSetting({ name: 'logs', doc: 'Paths', default: ['/var/log/a'] }),
  quick: defineSetting({ name: 'quick', doc: 'A switch', default: false }),
  metadata_url: defineSetting({ name: 'metadata_url', doc: 'A URL', default: '', check: checkEndpoint }),
  hosts: defineSetting({
    name: 'hosts',
    doc: 'URLs',
    default: [] as readonly string[],
    check: checkEndpoint,
  }),
};

describe('values of settings', () => {
  test('of the right kind are accepted', () => {
    expect(() =>
      checkSettings(settings, { logs: [], quick: true, metadata_url: 'http://a', hosts: ['http://a'] }),
    ).not.toThrow();
    expect(() => checkSettings(settings, {})).not.toThrow();
  });

  test.each([
    [{ log: ['/a'] }, 'UNKNOWN_SETTING', 'no setting is named "log"; did you mean logs?'],
    [{ constructor: 1 }, 'UNKNOWN_SETTING', 'no setting is named "constructor"; available: '],
    [{ logs: '/a' }, 'INVALID_SETTING', 'setting logs is "/a"; allowed: a list of strings'],
    [
      { metadata_url: 'ftp://a' },
      'INVALID_SETTING',
      'setting metadata_url is "ftp://a"; allowed: an http or https URL without a path',
    ],
  ])('of another kind are an error: %j', (values, code, message) => {
    expect(() => checkSettings(settings, values)).toThrow(
      expect.objectContaining({ name: 'UsageError', code, message: expect.stringContaining(message) }),
    );
  });

  test('an error of a list names the item and its place', () => {
    expect(() => checkSettings(settings, { hosts: ['http://a', 'b'] })).toThrow(
      expect.objectContaining({ subject: 'hosts', value: 'b', at: [1] }),
    );
    expect(() => checkSettings(settings, { metadata_url: 'b' })).toThrow(
      expect.objectContaining({ subject: 'metadata_url', value: 'b', at: undefined }),
    );
  });
});
