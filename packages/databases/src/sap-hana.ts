import { distinct } from '@hostspec/facts';
import { defineProvider, type Host, listOr, nothing, runLines } from '@hostspec/spec';

const command = '/usr/sap/hostctrl/exe/saphostctrl -function GetCIMObject -enuminstances SAPInstance';
const noList = nothing('the SAP host agent gives no list of instances');
const noInstance = 'the SAP host agent names no HANA instance';

interface HanaInstance {
  readonly sid: string;
  readonly number: string;
}

/** Names of the SAP HANA systems. */
export const sapHanaSid = defineProvider({
  name: 'sap_hana_sid',
  doc: 'Sorted distinct system ids, in lower case, of the HANA instances (InstanceName is HDB and digits) that the SAP host agent lists. Unreadable lines are left out, and the host name is not needed; the reference implementation gives nothing in both cases.',
  yields: 'list',
  async evaluate({ host }) {
    const instances = await hanaInstances(host);
    if (!instances) return noList;
    return listOr(distinct(instances.map(({ sid }) => sid.toLowerCase())), noInstance);
  },
});

/** Names and numbers of the SAP HANA instances. */
export const sapHanaSidSidNr = defineProvider({
  name: 'sap_hana_sid_SID_nr',
  doc: 'Sorted triples (system id in lower case, system id, instance number) of the HANA instances that the SAP host agent lists. Each triple occurs once; the reference implementation repeats it if the agent lists an instance for several hosts, and runs the same command again.',
  yields: 'list',
  width: 3,
  async evaluate({ host }) {
    const instances = await hanaInstances(host);
    if (!instances) return noList;
    const numbered = instances.filter(({ number }) => /^\d+$/.test(number));
    const keys = numbered.map(({ sid, number }) => `${sid.toLowerCase()} ${sid} ${number}`);
    return listOr(
      distinct(keys).map((key) => key.split(' ')),
      noInstance,
    );
  },
});

async function hanaInstances(host: Host): Promise<HanaInstance[] | undefined> {
  const lines = await runLines(host, command);
  if (!lines) return undefined;
  const instances: Map<string, string>[] = [];
  for (const line of lines) {
    if (line.startsWith('******')) instances.push(new Map());
    const [, key, value] = /^([^,]*),[^,]*,(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) instances.at(-1)?.set(key.trim(), value.trim());
  }
  return instances.flatMap((instance) => {
    const sid = instance.get('SID') ?? '';
    const number = instance.get('SystemNumber') ?? '';
    const isHana = /^\d*HDB\d*$/.test(instance.get('InstanceName') ?? '');
    return isHana && /^[A-Za-z0-9]+$/.test(sid) ? [{ sid, number }] : [];
  });
}
