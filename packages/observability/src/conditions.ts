import { unitFiles } from '@hostspec/facts';
import { defineCondition } from '@hostspec/spec';

const service = 'pmproxy.service';
const onStates = ['enabled', 'enabled-runtime', 'static', 'indirect', 'generated', 'transient'];

/** Whether the web interface of PCP is on. */
export const pcpEnabled = defineCondition({
  name: 'pcp_enabled',
  doc: `Holds if \`systemctl list-unit-files\` lists ${service} in one of the states ${onStates.join(', ')}.`,
  async evaluate({ host }) {
    const state = (await unitFiles(host)).get(service);
    return {
      holds: onStates.includes(state ?? ''),
      reason: state === undefined ? `there is no ${service}` : `${service} is ${state}`,
    };
  },
});
