import { byteClass } from '../match/bytes.js';
import { findHexIpv4, findIpv4 } from './find-ipv4.js';
import { findHexIpv6, findIpv6 } from './find-ipv6.js';
import { findMac, type MacMaps } from './mac.js';
import type { Finder } from './view.js';

/** Address mappings in one direction. If one is undefined, addresses of that kind stay. */
export interface AddressMaps {
  readonly ip:
    | { readonly v4: (address: number) => number; readonly v6: (address: Uint8Array) => Uint8Array }
    | undefined;
  readonly mac: MacMaps | undefined;
}

const isDigit = byteClass(/\d/);
const isHex = byteClass(/[0-9a-f]/i);
const nothing: Finder = () => undefined;
const dot = 46;
const colon = 58;
const dash = 45;
const tab = 9;

/** Finds addresses of all kinds. A few bytes decide which patterns are tried. */
export function findAddress({ ip, mac }: AddressMaps): Finder {
  const ipv4 = ip === undefined ? nothing : findIpv4(ip.v4);
  const ipv6 = ip === undefined ? nothing : findIpv6(ip.v6);
  const hexIpv4 = ip === undefined ? nothing : findHexIpv4(ip.v4);
  const hexIpv6 = ip === undefined ? nothing : findHexIpv6(ip.v6);
  const ofMac = mac === undefined ? nothing : findMac(mac);
  return (view, place) => {
    const { bytes } = view;
    const { at } = place;
    const first = bytes[at] as number;
    const third = bytes[at + 2] as number;
    if (first === colon) return ipv6(view, place);
    if (isHex[first] === 0) return undefined;
    if (bytes[at + 1] === dot)
      return (isDigit[first] === 1 ? ipv4(view, place) : undefined) ?? ipv6(view, place);
    if (third === colon || third === dash) return ofMac(view, place) ?? ipv6(view, place);
    if (third === dot || bytes[at + 3] === dot) return ipv4(view, place);
    const fifth = bytes[at + 4] as number;
    if (fifth === colon || bytes[at + 3] === colon) return ipv6(view, place);
    if (fifth === dot) return ofMac(view, place);
    if (isHex[fifth] === 0 || isHex[third] === 0 || isHex[bytes[at + 7] as number] === 0) return undefined;
    const ninth = bytes[at + 8] as number;
    if (ninth === colon || ninth === tab) return hexIpv4(view, place);
    return isHex[ninth] === 1 && isHex[bytes[at + 31] as number] === 1 ? hexIpv6(view, place) : undefined;
  };
}
