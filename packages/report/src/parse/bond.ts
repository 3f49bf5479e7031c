import { countOf, valuesOf } from './words.js';

/** A bonded interface in `/proc/net/bonding`. */
export interface Bond {
  readonly mode: string | undefined;
  readonly status: string | undefined;
  readonly active: string | undefined;
  readonly members: readonly { readonly name: string; readonly status: string; readonly failures: number }[];
}

/** The state of a bond in its file of `/proc/net/bonding`; undefined if it is something else. */
export function bondOf(text: string): Bond | undefined {
  const [head = '', ...members] = text.split(/^Slave Interface: /m);
  const values = valuesOf(head);
  const mode = values.get('Bonding Mode');
  if (mode === undefined) return undefined;
  return {
    mode,
    status: values.get('MII Status'),
    active: values.get('Currently Active Slave'),
    members: members.map((member) => {
      const state = valuesOf(member);
      return {
        name: member.split('\n', 1)[0]?.trim() ?? '',
        status: state.get('MII Status') ?? 'unknown',
        failures: countOf(state.get('Link Failure Count')) ?? 0,
      };
    }),
  };
}
