import { isAbsolute } from 'node:path';
import { defineSetting, type Setting } from '@hostspec/spec';
import { hostOptions } from '../shared-options.js';

/** The options of redaction that the configuration file can set too. */
export type RedactionOption = 'keep-secrets' | 'map' | 'key' | 'keywords' | 'rules' | 'deny';

const file = (name: RedactionOption): Setting =>
  defineSetting({
    name,
    doc: `${hostOptions[name].doc}. An absolute path, or nothing for the default`,
    default: '',
    // A relative path would mean another file in each directory.
    check: (path) =>
      path === '' || isAbsolute(path) ? undefined : 'allowed: an absolute path, or nothing for the default',
  });

/** The settings of redaction. They have the names of the options on the command line, which win over them. */
export const redactionSettings: Readonly<Record<RedactionOption, Setting>> = {
  'keep-secrets': defineSetting({
    name: 'keep-secrets',
    doc: hostOptions['keep-secrets'].doc,
    default: false,
  }),
  map: defineSetting({ name: 'map', doc: hostOptions.map.doc, default: [] }),
  key: file('key'),
  keywords: file('keywords'),
  rules: file('rules'),
  deny: file('deny'),
};
