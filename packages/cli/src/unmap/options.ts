import { redactionOptions } from '../load/options.js';
import { options as redactOptions } from '../redact/options.js';

/** The options of the command. */
export const options = {
  output: redactOptions.output,
  force: redactOptions.force,
  key: {
    ...redactionOptions.key,
    doc: 'The key that the identity was mapped with (default: /etc/hostspec/redaction.key)',
  },
} as const;
