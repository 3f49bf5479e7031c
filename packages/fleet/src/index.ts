export { answerParent } from './ask-apart.js';
export { fleetHosts, type StateOptions } from './fleet-hosts.js';
export { fleetPage, type PageOptions } from './fleet-page.js';
export { type FleetAction, type FleetIo, type FleetOptions, runFleet } from './run-fleet.js';
export { readingFleet } from './verify-fleet.js';
export { version } from './version.js';
