export * from './nginx-conf.js';
export * from './running-rhel-containers.js';
