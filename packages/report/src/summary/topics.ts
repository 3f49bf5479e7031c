import type { Evidence } from './evidence.js';
import type { Fact } from './summary.js';
import { hostFacts } from './topics/host.js';
import { kernelFacts } from './topics/kernel.js';
import { loadFacts } from './topics/load.js';
import { networkFacts } from './topics/network.js';
import { outcomeFacts } from './topics/outcomes.js';
import { portFacts } from './topics/ports.js';
import { securityFacts } from './topics/security.js';
import { serviceFacts } from './topics/services.js';
import { softwareFacts } from './topics/software.js';
import { storageFacts } from './topics/storage.js';
import { timeFacts } from './topics/time.js';

/** What a summary says about one subject. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  facts(evidence: Evidence): Promise<Fact[]>;
}

/** Every topic, in the order of the screen. */
export const topics: readonly Topic[] = [
  { name: 'host', title: 'Host', facts: hostFacts },
  { name: 'time', title: 'Time', facts: timeFacts },
  { name: 'load', title: 'Processors and memory', facts: loadFacts },
  { name: 'storage', title: 'Storage', facts: storageFacts },
  { name: 'network', title: 'Network', facts: networkFacts },
  { name: 'ports', title: 'Listening', facts: portFacts },
  { name: 'services', title: 'Services', facts: serviceFacts },
  { name: 'kernel', title: 'Kernel', facts: kernelFacts },
  { name: 'security', title: 'Security', facts: securityFacts },
  { name: 'software', title: 'Software', facts: softwareFacts },
  { name: 'outcomes', title: 'Collection', facts: outcomeFacts },
];
