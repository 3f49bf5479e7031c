import { isCommonHost, isCommonUser, isOwnUser, personParts } from './common-words.js';
import { isVendorDomain, keptLabelsOf } from './domains.js';
import { longestName } from './name-token.js';
import {
  code,
  type Finder,
  type Found,
  isAlphanumeric,
  isLetterAt,
  isLetterBefore,
  type MapName,
  type View,
} from './view.js';

const at = code('@');
const backslash = code('\\');
const percent = code('%');
const less = code('<');

const domain = /(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z][a-z0-9-]{0,22}[a-z](?![\w-])/iy;
const realm = /[A-Z][A-Z0-9-]{1,30}[A-Z0-9](?![\w.-])/y;

// Text after an @ that is not a domain: the types of systemd units and of files.
const otherEnds =
  /\.(?:service|socket|mount|automount|timer|target|slice|scope|path|device|swap|png|svg|jpe?g|gif|conf|cfg|log|txt|json|xml|ya?ml|html|css|js|gz|xz|bz2|zip|tgz|journal|rpm|deb|so|ko|py|sh|pl|rb|md|repo|list|key|pem|crt|db|pid|sock|lock|rules|desktop)$/i;
// A principal of a service: the service first, then a host.
const service =
  /^(?:host|http|nfs|cifs|ldap|dns|ftp|imap|smtp|pop|postgres|kadmin|krbtgt|rpcss|termsrv|wsman|hdfs|yarn|hive)$/i;
// Instances that can follow the name of a person in a principal.
const instance = /^(?:admin|root|cron|test|backup)$/i;

const mayBeLocal = new Uint8Array(256).map((_, byte) =>
  isAlphanumeric[byte] === 1 || byte >= 0x80 || '._+-'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** The parts of an address to map: user and domain, and the name of a person before it. */
interface MailParts {
  readonly mail: boolean;
  readonly user: boolean;
  readonly people: boolean;
  /** True if addresses at software vendors are mapped, because this host belongs to one. */
  readonly vendors: boolean;
}

/** Finds mail addresses, and users before a realm, domain or IP address. Asked at the `@`. */
export const findMail =
  (wanted: MailParts, map: MapName): Finder =>
  (view, place) => {
    const { bytes } = view;
    if (bytes[place.at] !== at || !isLocal(bytes[place.at - 1])) return undefined;
    const text = view.text();
    const start = localStart(bytes, place.at, place.floor);
    if (start === undefined || start === place.at) return undefined;
    const local = text.slice(start, place.at);
    const before = text.slice(Math.max(0, start - 80), start);
    const after = hostAfter(text, place.at + 1, wanted);
    const [principal = '', sign = ''] = /([a-z_][\w.-]{2,63})(\/)$/i.exec(before)?.slice(1) ?? [];
    if (after === undefined) return wanted.user ? userAt(view, start, place.at, map) : undefined;
    const end = place.at + 1 + after.length;
    const isService = sign !== '' && service.test(principal);
    const mapped = `${localOf(local, isService, map)}@${mapDomain(after, map)}`;
    const found: Found = { start, end, text: mapped, kind: wanted.mail ? 'mail' : 'user' };
    if (sign !== '' && !isService && instance.test(local) && isOwnUser(principal)) {
      const from = start - 1 - principal.length;
      if (from >= place.floor && !isLetterBefore(bytes, from))
        return { start: from, end: start - 1, text: map(principal), kind: 'user', more: [found] };
    }
    return wanted.people ? withName(view, found, place.floor, map) : found;
  };

// A user and a host name count only in the comment of a public key; a user and an IP address count everywhere.
const keyBefore = /[A-Za-z0-9+/]{16}={0,2} $/;
const bareHost = /[a-z0-9][a-z0-9-]{1,62}(?=[\s"']|$)/iy;
const bareAddress = /(?:\d{1,3}\.){3}\d{1,3}(?=[\s"':/]|$)/y;

/** A user before an IP address, or a user and a host in the comment of a public key. */
function userAt(view: View, start: number, sign: number, map: MapName): Found | undefined {
  const text = view.text();
  const user = text.slice(start, sign);
  if (!isOwnUser(user) || !/^[a-z_]/i.test(user)) return undefined;
  const found: Found = { start, end: sign, text: map(user), kind: 'user' };
  bareAddress.lastIndex = sign + 1;
  if (bareAddress.test(text)) return found;
  bareHost.lastIndex = sign + 1;
  const host = keyBefore.test(text.slice(Math.max(0, start - 32), start))
    ? bareHost.exec(text)?.[0]
    : undefined;
  if (host === undefined) return undefined;
  if (isCommonHost(host.toLowerCase())) return found;
  return {
    ...found,
    more: [{ start: sign + 1, end: sign + 1 + host.length, text: map(host), kind: 'user' }],
  };
}

const isLocal = (byte = 0): boolean => mayBeLocal[byte] === 1;

/** The domain or realm at a position; undefined if it is something else. */
function hostAfter(text: string, from: number, { mail, user, vendors }: MailParts): string | undefined {
  domain.lastIndex = from;
  const found = domain.exec(text)?.[0];
  if (found !== undefined)
    return (mail || (user && found === found.toUpperCase())) &&
      !otherEnds.test(found) &&
      (vendors || !isVendorDomain(found))
      ? found
      : undefined;
  realm.lastIndex = from;
  return user ? realm.exec(text)?.[0] : undefined;
}

/** Start of the part before an `@`: after an escape sequence, and at most 64 bytes before the sign. */
function localStart(bytes: Uint8Array, end: number, floor: number): number | undefined {
  const least = Math.max(floor, end - longestName - 1, 0);
  let start = end;
  while (start > least && isLocal(bytes[start - 1])) start--;
  if (end - start > longestName) return undefined;
  if (
    bytes[start - 1] === backslash &&
    end - start > 1 &&
    'nrt'.includes(String.fromCharCode(bytes[start] ?? 0))
  )
    start++;
  else if (bytes[start - 1] === percent && end - start > 2) start += 2;
  while (start < end && isAlphanumeric[bytes[start] as number] === 0 && (bytes[start] as number) < 0x80)
    start++;
  return isLetterBefore(bytes, start) && !isEscaped(bytes, start) ? undefined : start;
}

const isEscaped = (bytes: Uint8Array, start: number): boolean =>
  bytes[start - 2] === backslash || bytes[start - 3] === percent;

/** Maps the parts around plus signs separately, so that the user gets the same token as elsewhere. */
function localOf(local: string, isService: boolean, map: MapName): string {
  if (isService) return mapDomain(local, map);
  return local
    .split('+')
    .map((part) => (part === '' || isCommonUser(part.toLowerCase()) ? part : map(part)))
    .join('+');
}

/** Maps the labels of a domain that belong to its owner. */
function mapDomain(name: string, map: MapName): string {
  const labels = name.split('.');
  const kept = labels.length === 1 ? 0 : keptLabelsOf(name.toLowerCase());
  return labels
    .map((label, index) => (label === '' || index >= labels.length - kept ? label : map(label)))
    .join('.');
}

const nameBefore =
  /(?:^|[^\w\x80-\xff])["']?((?:[\w\x80-\xff'.-]{1,32} ){1,4}[\w\x80-\xff'.-]{1,32})["']? <$/;

/** Adds the name of the person before an address in angle brackets. */
function withName(view: View, found: Found, floor: number, map: MapName): Found {
  if (view.bytes[found.start - 1] !== less) return found;
  const before = view.text().slice(Math.max(floor, found.start - 180), found.start);
  const match = nameBefore.exec(before);
  const words = match?.[1]?.split(' ') ?? [];
  // Words before the name may not belong to it.
  for (let from = Math.max(0, words.length - 4); from < words.length - 1; from++) {
    const name = words.slice(from).join(' ');
    if (personParts(name).length === 0 || name.length > longestName) continue;
    const start = found.start - before.length + before.lastIndexOf(name);
    if (start < floor || isLetterBefore(view.bytes, start)) continue;
    return { start, end: start + name.length, text: map(name), kind: 'people', more: [found] };
  }
  return found;
}

const accountDomain = /(?:^|[^\w\\/:.-])([A-Z0-9][A-Z0-9-]{1,14}|(?:[a-z0-9-]{1,40}\.){1,4}[a-z]{2,12})$/i;
// Words before a backslash that are not a domain: starts of log lines, and registry roots of Windows.
const otherAccountDomains =
  /^(?:[KMGT]I?B|UTC|GMT|BUILTIN|AUTHORITY|SERVICE|SYSTEM|SOFTWARE|HK[A-Z]+|ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|EOF|EOL|OK|FAILED|DONE|END|BEGIN|NULL|TRUE|FALSE|[0-9A-F]{2}|[0-9-]+)$/i;
const account = /\\{1,2}([a-z_\x80-\xff](?:[\w.\x80-\xff-]{0,62}[\w\x80-\xff])?)(?![\w\\$-])/iy;

/** Finds `DOMAIN\user` at its backslash. */
export const findDomainAccount =
  (map: MapName): Finder =>
  (view, { at: place, floor }) => {
    const { bytes } = view;
    if (bytes[place] !== backslash || !isLocal(bytes[place - 1])) return undefined;
    const text = view.text();
    account.lastIndex = place;
    const [whole, user = ''] = account.exec(text) ?? [];
    const before = text.slice(Math.max(0, place - 64), place);
    const name = accountDomain.exec(before)?.[1];
    if (whole === undefined || name === undefined || name !== capitalsOf(name)) return undefined;
    const start = place - name.length;
    const end = place + whole.length;
    if (start < floor || isLetterBefore(bytes, start) || isLetterAt(bytes, end)) return undefined;
    if (otherAccountDomains.test(name) || (/^\\[nrt]/.test(whole) && hasEscapes(text, place)))
      return undefined;
    const domain: Found = { start, end: place, text: mapDomain(name, map), kind: 'user' };
    if (/^domain$/i.test(user)) return groupAfter.test(text.slice(end, end + 16)) ? domain : undefined;
    if (!isOwnUser(user)) return undefined;
    return { ...domain, more: [{ start: end - user.length, end, text: map(user), kind: 'user' }] };
  };

// Names of groups that every domain has.
const groupAfter = /^ (?:users|admins|computers|controllers|guests)\b/i;

/** True if other backslashes near a position begin escape sequences, so this one may, too. */
const hasEscapes = (text: string, at: number): boolean =>
  /[^A-Z0-9\\-]\\[nrt]|(?<!\\)\\[nrt][^a-z]/.test(
    `${text.slice(Math.max(0, at - 120), at)}|${text.slice(at + 2, at + 120)}`,
  );

/** Short names of domains are all capitals; full names may have any case. */
const capitalsOf = (name: string): string => (name.includes('.') ? name : name.toUpperCase());
