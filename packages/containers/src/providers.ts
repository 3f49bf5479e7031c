export * from './engines.js';
export * from './nginx-conf.js';
export * from './running-rhel-containers.js';
