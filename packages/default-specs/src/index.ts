export { DefaultSpecs, defaultSpecs } from './default-specs.js';
export { DefaultSpecsA, defaultSpecsA } from './default-specs-a.js';
