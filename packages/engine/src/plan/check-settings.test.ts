import { checkEndpoint, defineSetting } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { checkSettings } from './check-settings.js';

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
