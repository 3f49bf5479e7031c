import { pageEnd, pageStart } from '../html/page-start.js';
import type { FleetIndex } from './fleet-index.js';

/** What is known of a fleet as one HTML file, in pieces of text: it works without a network and loads nothing. */
export async function* fleetHtml(index: FleetIndex): AsyncGenerator<string> {
  yield await pageStart('hostspec fleet', index, import('../page/fleet.js?page'));
  yield pageEnd;
}
