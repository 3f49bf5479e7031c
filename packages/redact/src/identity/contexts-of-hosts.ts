import { isCommonHost } from './common-words.js';
import type { Context } from './context.js';
import { keptLabelsOf } from './domains.js';

// "Serial: 8250/16550 driver" is not a serial number: without the word "number", a colon counts only before quotes.
const serialValue = /[a-z0-9](?:[^\s"',;<>]|(?<![ \t]) (?=[^\s"',;<>])){0,64}/iy;
const serialWord = /[a-z0-9][^\s"',;<>]{0,64}/iy;
// Placeholders of manufacturers, and PCI addresses: many hosts have the same.
const otherNumber =
  /^(?:0?123456789(?:0|abcdef)?|1234567890.*|[0-9a-f]{4}:[0-9a-f]{2}:.*|0x(..)\1{7}|8250\/.*|20\d{6}[-.]\d{1,6})$/i;
const isNumber = (text: string): boolean => text.length > 2 && /[1-9]/.test(text) && !otherNumber.test(text);
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

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
      /serial(?:[ _-]?(?:number|num|no\.?|short)["']?[ \t]{0,40}:[ \t]{0,40}["']?\.?|["']?[ \t]{0,8}:[ \t]{0,8}["'])/iy,
    value: serialValue,
  },
  // In rows of lshw and ipmitool. A MAC address can be there, too.
  {
    starts: ['serial:', 'board serial', 'chassis serial', 'product serial'],
    before: /(?:(?<=(?:^|\n)[ \t]{2,40})|(?:board|chassis|product) )serial[ \t]{0,40}: (?![0-9a-f]{2}:)/iy,
    value: serialValue,
  },
  {
    starts: ['<serial', 'device serial number', 'iserial'],
    before: /(?:<serial(?:number)?>|device serial number |iserial {1,40}\d{1,3} )/iy,
    value: serialWord,
  },
  { starts: ['sn '], before: /(?<=^|\n)(?:sn {2,16}:|SN {1,16}=) /y, value: serialWord },
  {
    starts: ['/dev/nvme'],
    before: /\/dev\/nvme\d{1,3}n\d{1,3} {1,40}(?:\/dev\/ng\S{1,8} {1,40})?/y,
    value: /[A-Z0-9]{8,20}(?= )/y,
  },
  {
    starts: ['asset', 'service', 'express service'],
    before: /(?:asset|(?:express )?service)[ _-]?(?:tag|code)["']?[ \t]{0,40}[:=][ \t]{0,40}["']?/iy,
    value: serialValue,
  },
  // Numbers of customers, and of virtual machines in a cloud.
  {
    starts: [
      'org id',
      'org name',
      'system identity',
      'accountid',
      'account_id',
      'account-id',
      'vmid',
      'subscriptionid',
      'hostid',
    ],
    before:
      /(?:org (?:id|name): |system identity: |(?:account[_-]?id|vmid|subscriptionid|hostid)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)/iy,
    value: new RegExp(`${uuid}|[0-9a-f]{6,16}(?![\\w-])`, 'iy'),
  },
  { starts: ['i-0', 'vol-0', 'vol0'], value: /(?:i-|vol-?)0[0-9a-f]{16}(?!\w)/y },
  {
    starts: ['vm-uuid', 'uuid.bios', 'uuid.location'],
    before: /(?:vm-uuid|uuid\.(?:bios|location)) ?= ?"/iy,
    value: /(?:[0-9a-f]{2} ){7}[0-9a-f]{2}-(?:[0-9a-f]{2} ){7}[0-9a-f]{2}/iy,
  },
  {
    starts: [
      'uuid',
      'product_uuid',
      'hardware_uuid',
      'system_uuid',
      'system-uuid',
      'systemuuid',
      'system uuid',
      'system.uuid',
      '<uuid>',
    ],
    before:
      /(?:(?<=\n[ \t]{1,8})uuid: |(?<=\b(?:boot|chassis|sku)=[^\n]{1,120} )uuid=|<uuid>|(?:product_|hardware_|system[ ._-]?)uuid["']?[:=]? {0,40}["']?)/iy,
    value: new RegExp(uuid, 'iy'),
  },
  {
    starts: ['machine', '_machine', 'boot id', 'boot_id'],
    before: /_?(?:machine|boot)[ _-]?id["']?[ \t]{0,16}[:=][ \t]{0,40}["']?/iy,
    value: new RegExp(`[0-9a-f]{32}(?!\\w)|${uuid}`, 'iy'),
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
  {
    starts: [
      'wwn',
      'logical unit wwn',
      'node guid',
      'port guid',
      'system image guid',
      'sys_image_guid',
      'node_guid',
      'port_guid',
    ],
    before:
      /(?:(?:logical unit )?wwn(?: device identifier)?|(?:node|port|sys(?:tem)?[ _]image)[ _]guid)[ \t]{0,16}[:=][ \t]{0,16}/iy,
    value: /(?:0x)?[0-9a-f]{16}(?:[0-9a-f]{16})?(?!\w)|[0-9a-f]{4}(?::[0-9a-f]{4}){3}(?![\w:])/iy,
  },
  // Devices of LVM in /dev/disk/by-id.
  { starts: ['dm-uuid-lvm-'], before: /dm-uuid-LVM-/iy, value: /[0-9a-z]{64}(?!\w)/iy },
  {
    starts: ['lvm-pv-uuid-'],
    before: /lvm-pv-uuid-/iy,
    value: /[0-9a-z]{6}(?:-[0-9a-z]{4}){5}-[0-9a-z]{6}(?![\w-])/iy,
  },
  // World wide names: in /dev/disk/by-id, of SCSI, NVMe and Fibre Channel.
  { starts: ['0x5', '0x6'], value: /0x(?!(..)\1{7})[56][0-9a-f]{15}(?:[0-9a-f]{16})?(?!\w)/iy },
  {
    starts: ['0x1', '0x2'],
    value: /(?<=^|\n|name {0,20}[:=] ?["']?|ww[np]n ?[:=] ?["']?)0x[12][0-9a-f]{15}(?=["'\s]|$)/iy,
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

const hostName = /[a-z0-9][a-z0-9-]{1,62}[a-z0-9](?![\w.-])/iy;
const isOwnHost = (text: string): boolean => !isCommonHost(text.toLowerCase()) && /[a-z]/i.test(text);

const component = /(dc=)([\w-]{1,63})/gi;

/** Maps the domain components of a distinguished name, as in a domain with dots. */
function mapComponents(text: string, map: (name: string) => string): string {
  const labels = [...text.matchAll(component)].map(([, , label = '']) => label);
  const kept = keptLabelsOf(labels.join('.').toLowerCase());
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

// The last label stays, as in a domain with dots.
const domains: readonly Omit<Context, 'kind'>[] = [
  {
    starts: ['dc='],
    value: /dc=[\w-]{1,63}(?:, ?dc=[\w-]{1,63}){1,4}/iy,
    mapValue: mapComponents,
  },
  // With the top level first, as openssl may write it.
  {
    starts: ['/dc='],
    before: /\/dc=[a-z]{2,8}\//iy,
    value: /dc=[\w-]{1,63}(?:\/dc=[\w-]{1,63}){0,4}/iy,
    mapValue: (text, map) => text.replace(component, (_, key: string, label: string) => key + map(label)),
  },
  {
    starts: ['workgroup', 'domain='],
    before: /(?:workgroup[ \t]{0,8}=[ \t]{0,8}|(?<=[ ,]user(?:name)?=[^,\s]{1,64},)domain=)/iy,
    value: /[A-Z0-9][A-Z0-9-]{1,14}(?![\w-])/y,
    isValue: (text) => !/^(?:WORKGROUP|MYGROUP|SAMBA)$/.test(text),
  },
  // Other hosts: in logons, in DHCP, and clients of SSH.
  {
    starts: ['workstation ['],
    before: /workstation \[/iy,
    value: hostName,
    isValue: isOwnHost,
  },
  { starts: ['client-hostname'], before: /client-hostname "/iy, value: hostName, isValue: isOwnHost },
  {
    starts: ['dhcp'],
    before: /dhcp(?:ack|offer|request)[^\n]{1,60} [0-9a-f]{2}(?::[0-9a-f]{2}){5} \(/iy,
    value: hostName,
    isValue: isOwnHost,
  },
  {
    starts: ['host '],
    before: /(?<=^|\n[ \t]{0,8})host (?=[\w-]{1,64} ?\{)/iy,
    value: hostName,
    isValue: isOwnHost,
  },
  {
    starts: ['host '],
    before: /(?<=^|\n)Host (?=[\w-]{1,64}\r?\n[ \t]{1,8}[A-Z])/y,
    value: hostName,
    isValue: isOwnHost,
  },
];

/** Keys of numbers, addresses and domains of a host. */
export const contextsOfHosts: readonly Context[] = [
  ...serials.map((each): Context => ({ ...each, kind: 'serial', isValue: isNumber })),
  ...macs.map((each): Context => ({ ...each, kind: 'mac' })),
  ...addresses.map((each): Context => ({ ...each, kind: 'ip' })),
  ...domains.map((each): Context => ({ ...each, kind: 'host' })),
];
