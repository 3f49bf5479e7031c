export * from './providers-devices.js';
export * from './providers-files.js';
export * from './providers-listings.js';
export * from './settings.js';
