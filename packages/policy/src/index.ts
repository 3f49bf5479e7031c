export * from './deny/denials.js';
export { type DenyingHost, denialsOn } from './deny/host-denials.js';
export {
  anotherKey,
  defaultKeyPath,
  type KindsByWord,
  kindsOf,
  listFiles,
  openIdentityMap,
} from './identity/identity-map.js';
export { readMapListKey } from './keys/map-list.js';
export { readKey, readPassword } from './keys/private-files.js';
export type { PolicyOptions } from './options.js';
export { type RedactionSetting, redactionSettings } from './options.js';
export * from './policy.js';
export * from './redaction/redaction.js';
export * from './settings/read-settings.js';
export * from './yaml/problem-lines.js';
export type { OptionFile } from './yaml/yaml-file.js';
