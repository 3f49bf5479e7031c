export * from './docker.js';
export * from './instance-directories.js';
export * from './nginx-conf.js';
export * from './running-rhel-containers.js';
