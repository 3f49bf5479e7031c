export * from './conditions.js';
export { satelliteLinux, satelliteLinux as linux } from './linux.js';
export * from './satellite-release.js';
export { satellite, satellite as default, version } from './specs.js';
export { satelliteA, satelliteA as variantA } from './variant-a.js';
