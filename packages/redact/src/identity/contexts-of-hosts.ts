import type { Context } from './context.js';
import { keptLabelsOf } from './domains.js';

// "Serial: 8250/16550 driver" is not a serial number: without the word "number", only quotes may follow the colon.
const serialValue = /[a-z0-9](?:[^\s"',;<>]|(?<![ \t]) (?=[^\s"',;<>])){0,64}/iy;
const serialWord = /[a-z0-9][^\s"',;<>]{0,64}/iy;
const isNumber = (text: string): boolean => text.length > 2 && /[1-9]/.test(text);

const serials: readonly Omit<Context, 'kind' | 'isValue'>[] = [
  // After an equals sign, the line may have more values.
  {
    starts: ['serial'],
    before:
      /serial(?:[ _-]?(?:number|num|no\.?|short)["']?[ \t]{0,40}=[ \t]{0,40}|["']?[ \t]{0,8}=[ \t]{0,8})(?!["'])/iy,
    value: serialWord,
  },
  {
    starts: ['serial'],
    before:
      /serial(?:[ _-]?(?:number|num|no\.?|short)["']?[ \t]{0,40}=[ \t]{0,40}|["']?[ \t]{0,8}=[ \t]{0,8})["']/iy,
    value: serialValue,
  },
  {
    starts: ['serial'],
    before:
      /serial(?:[ _-]?(?:number|num|no\.?|short)["']?[ \t]{0,40}:[ \t]{0,40}["']?|["']?[ \t]{0,8}:[ \t]{0,8}["'])/iy,
    value: serialValue,
  },
  {
    starts: ['asset', 'service'],
    before: /(?:asset|service)[ _-]?tag["']?[ \t]{0,40}[:=][ \t]{0,40}["']?/iy,
    value: serialValue,
  },
  {
    starts: ['uuid', 'product_uuid', 'system_uuid', 'system-uuid', 'systemuuid'],
    before: /(?:(?<=\n[ \t]{1,8})uuid: |(?:product_|system[_-]?)uuid["']?[:=]? ?["']?)/iy,
    value: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iy,
  },
  {
    starts: ['machine', '_machine', 'boot id', 'boot_id'],
    before: /_?(?:machine|boot)[ _-]?id["']?[ \t]{0,16}[:=][ \t]{0,16}["']?/iy,
    value: /[0-9a-f]{32}(?!\w)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iy,
  },
  {
    starts: ['disk identifier', 'ptuuid', 'id_part_table_uuid'],
    before: /(?:disk identifier: |(?:ptuuid|id_part_table_uuid)=["']?)/iy,
    value: /(?:0x)?[0-9a-f]{8}(?:(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?(?!\w)/iy,
  },
  {
    starts: ['lu wwn'],
    before: /lu wwn device id:[ \t]{1,8}/iy,
    value: /[0-9a-f] [0-9a-f]{6} [0-9a-f]{9}/iy,
  },
  // World wide names: in /dev/disk/by-id, of SCSI, NVMe and Fibre Channel.
  { starts: ['0x5', '0x6'], value: /0x[56][0-9a-f]{15}(?:[0-9a-f]{16})?(?!\w)/iy },
  {
    starts: ['0x1', '0x2'],
    value: /(?<=^|\n|name ?[:=] ?["']?|ww[np]n ?[:=] ?["']?)0x[12][0-9a-f]{15}(?=["'\s]|$)/iy,
  },
  {
    starts: ['naa.', 'eui.', 'uuid.'],
    before: /(?:naa|eui|uuid)\./iy,
    value: /[0-9a-f]{16,32}(?!\w)|[0-9a-f-]{36}(?!\w)/iy,
  },
  {
    starts: ['scsi-', '35', '36'],
    before: /(?:scsi-)?(?=3[56])/iy,
    value: /3(?:5[0-9a-f]{15}|6[0-9a-f]{31})(?!\w)/iy,
  },
  ...['50', '51', '52', '53', '10:', '20:', '21:', '22:', '23:', '24:', '25:'].map((start) => ({
    starts: [start],
    value: /(?<![\w:])[0-9a-f]{2}(?::[0-9a-f]{2}){7}(?![\w:])/iy,
  })),
  {
    starts: ['ata-', 'nvme-', 'usb-', 'scsi-s', 'mmc-', 'virtio-'],
    before: /(?:ata|nvme|usb|scsi|mmc|virtio)-(?:[^\s/"',;<>]{0,80}_)?(?=[^\s/_"',;<>]{6})/iy,
    value: /[0-9a-z]{2}[0-9a-z-]{2,40}?[0-9a-z](?=-part\d|-\d:\d|_\d(?:-part\d)?[\s"',;<>]|[\s"',;:<>]|$)/iy,
  },
  {
    starts: ['iqn.'],
    before: /iqn\.\d{4}-\d\d\.[a-z0-9.-]{1,80}:/iy,
    value: /[a-z0-9][^\s"',;<>[\]]{0,63}[a-z0-9]/iy,
  },
];

const macs: readonly Omit<Context, 'kind'>[] = [
  { starts: ['enx', 'wlx', 'wwx'], value: /(?:en|wl|ww)x[0-9a-f]{12}(?!\w)/iy },
  {
    starts: ['mac', 'hwaddr', 'ether', 'bssid', 'chaddr'],
    before:
      /(?:mac(?:[ _-]?addr(?:ess)?)?|hwaddr|ether|bssid|chaddr)["']?[ \t]{0,4}[:=]?[ \t]{0,4}["']?(?=[0-9a-f]{12})/iy,
    value: /[0-9a-f]{12}(?!\w)/iy,
  },
];

const component = /(dc=)([\w-]{1,63})/gi;

/** Maps the labels of a domain in a distinguished name, as in the domain itself. */
function mapComponents(text: string, map: (name: string) => string): string {
  const labels = [...text.matchAll(component)].map(([, , label = '']) => label);
  const kept = labels.length === 1 ? 0 : keptLabelsOf(labels.join('.').toLowerCase());
  let at = 0;
  return text.replace(component, (whole, key: string, label: string) =>
    at++ < labels.length - kept ? key + map(label) : whole,
  );
}

const isOctets = (text: string): boolean =>
  text
    .split('-')
    .slice(-4)
    .every((octet) => Number(octet) < 256);

const addresses: readonly Omit<Context, 'kind'>[] = [
  {
    starts: ['ip-', 'ec2-', 'host-', 'dhcp-', 'vm-', 'node-', 'pool-', 'client-', 'static-'],
    value: /(?:ip|ec2|host|dhcp|vm|node|pool|client|static)-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?![\w-])/iy,
    isValue: isOctets,
  },
];

const domains: Omit<Context, 'kind'> = {
  starts: ['dc='],
  value: /dc=[\w-]{1,63}(?:, ?dc=[\w-]{1,63}){0,4}/iy,
  mapValue: mapComponents,
};

/** Keys of numbers, addresses and domains of a host. */
export const contextsOfHosts: readonly Context[] = [
  ...serials.map((each): Context => ({ ...each, kind: 'serial', isValue: isNumber })),
  ...macs.map((each): Context => ({ ...each, kind: 'mac' })),
  ...addresses.map((each): Context => ({ ...each, kind: 'ip' })),
  { ...domains, kind: 'host' },
];
