export { LinuxSpecs, linuxSpecs } from './linux-specs.js';
