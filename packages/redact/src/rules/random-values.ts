import type { Span } from '../match/bytes.js';

/** Files of settings, by a folder or by the end of their names. */
const settingsFile =
  /(?:^|\/)(?:etc|opt|srv|var\/www|usr\/local\/s?bin)\/|\.(?:conf|cfg|cnf|ini|env|properties|toml|ya?ml|hcl|tfvars|xml|json)$/i;

/** Files of public keys, digests and tables of numbers, logs, the records of an archive, and what programs bring with them. */
const publicFile =
  /(?:^|\/)(?:[^/]*(?:\.(?:pub|pem|crt|cer|csr|crl|p7b|asc|gpg|sig|list|rules|md5sums|lock|sums?|map|log|[cm]?js|css|html?|svg|zone)|sums?)|[^/]*(?:known_hosts|jwks|public)[^/]*|authorized_keys2?|allowed_signers|moduli|magic(?:\.mime)?|mime\.types|machine-id|hostid|bind\.keys|trusted-key\.key|root\.key|[^/]*[.-]lock\.(?:hcl|json|ya?ml)|manifest\.json|meta_data\/[^/]*\.json)$|(?:^|\/)(?:proc|sys|usr\/(?:share|lib\d*|src|include|local\/(?:go|share|lib))|var\/(?:log|lib\/(?:dpkg|rpm|selinux))|hwdb\.d|selinux|alternatives|node_modules|(?:site|dist)-packages|\.git|\.github)\//i;

/** Whether a value that looks random in a file is a secret unless its name says otherwise. */
export const isSettingsFile = (path: string): boolean => settingsFile.test(path) && !publicFile.test(path);

/** Signs of passwords that few names have. */
const signs = '!^*~+?&$%#';

/** Letters and digits, with these signs between them. */
const run = new RegExp(`[A-Za-z\\d]+(?:(?:[${signs}]|\\\\["'])[A-Za-z\\d]+)*`, 'g');
const partsOfRun = /[0-9]+|[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]/g;

/** Parts of one or two letters in names such as `SyncOnValue` and `IPv6AcceptRA`. */
const inNames = /^(?:A[nst]|B[ey]|D[bo]|Go|I[dfnost]|M[bys]|No|O[fknr]|Pv|T[ox]|Up|Us|v)$/;

const isDigits = (part: string): boolean => part <= '9:';
const isWord = (part: string): boolean => /^[A-Z][a-z]{2,}$/.test(part);
const isOdd = (part: string): boolean => /^(?:[A-Z][a-z]|[a-z]{1,2})$/.test(part) && !inNames.test(part);

/** Parts of names with digits in them, escapes of URLs, and formats of numbers. */
const known =
  /log4j2?|neo4j|p2p|[245]xx|k8s|i18n|l10n|x509|oauth2|argon2i?d?|base64|sha\d{1,3}|v\d+(?:(?:alpha|beta|p|d)\d+)+|%(?:[\dA-F]{2}|[-+\d.]*l?[a-z](?![a-z]))/gi;

/**
 * Counts what no name has: letters after digits, digits again, and parts of one or two letters. In a name, a capital begins a word of three
 * letters or more, capitals are an abbreviation, and digits end a word. The first part can be anything.
 */
function oddParts(text: string): number {
  let [before = '', ...rest] = text.match(partsOfRun) ?? [];
  let odd = 0;
  let digits = 0;
  for (const part of rest) {
    if (isDigits(part)) {
      if (digits++ > 0) odd++;
    } else if (!isWord(part)) {
      if (isDigits(before) && !inNames.test(part)) odd++;
      if (isOdd(part)) odd++;
    }
    before = part;
  }
  return odd;
}

const digest = /^(?:[\da-f]+|[\dA-F]+)$/;
const shortestDigest = 20;
const shortest = 6;

/** Whether letters and digits are in an order that no name has, or are a long hexadecimal number. */
function looksRandom(text: string): boolean {
  if (text.length < shortest || /^0x(?:[\da-f]{0,31}[lu]{0,3}|8000[\da-f]*)$/i.test(text)) return false;
  if (digest.test(text.replace(/^0x/, '')))
    return text.length >= shortestDigest && /\d/.test(text) && /[a-f]/i.test(text);
  const letters = text.replace(known, '');
  if (letters.length < shortest) return false;
  const odd = oddParts(letters);
  if (!/[a-z]/.test(letters) || !/[A-Z]/.test(letters)) return letters.length >= 12 && odd >= 4;
  return odd >= (letters.length < 8 ? 3 : 2);
}

/** Names in which a digit stands for itself, names with signs, commands of monitoring, and entities of markup. */
const notMade =
  /^(?:ext|gtk|ipv?|lua|mp|oauth|php|py|qt|s|web|x)\d|^PKCS#|^(?:check|notify|process)[_-]|&[a-z]{2,6}(?:;|$)/i;

/** A word with a digit in place of a letter, such as `F4lcon`. */
const leet = /(?:^|[^A-Za-z\d])(?:[A-Z][a-z]*|[a-z]+)[013457][a-z]{3,}/;

/** Words with a sign between them, or after digits. */
const joined =
  /[A-Za-z\d]{3}[!^~][A-Za-z\d]{2}|[A-Za-z\d]{3}#(?:[A-Z\d][A-Za-z\d]|[A-Za-z]+\d)|^[A-Z]\w{2,}#\w{2}|[A-Za-z]{3}[&*][A-Z][a-z]|[A-Za-z]{3}[&*]\d|(?=.*\d)[A-Za-z]{3}\+[A-Z]|^(?=.*[a-z])[\w.-]+\d[!?]$/;

/** Whether a person may have made a word as a password, such as `Blue~sky1994`: no name and no text has such words. */
const isMade = (word: string): boolean =>
  /^[A-Za-z\d][\w!#^&*~?+.,;@-]{5,39}$/.test(word) &&
  !notMade.test(word) &&
  (joined.test(word) || (word.length > 7 && /[A-Z]/.test(word) && leet.test(word.replace(known, ''))));

/** What can be in a made word but not in a random one. */
const mayBeMade = new RegExp(`[a-z][013457][a-z]{3}|[${signs}]`, 'i');

/** A line that is a comment, or has a certificate, a public key, or a record of DNS about one. */
const skipped =
  /^\s*(?:[#;*]|"[ \t]|\/\/|--[ \t]|<!--|dnl\b|rem\b)|-----BEGIN [A-Z\d ]{0,20}(?:CERTIFICATE|PUBLIC KEY)|\sIN\s{1,20}(?:DNSKEY|C?DS|TLSA|SSHFP|RRSIG|CDNSKEY|NSEC3|OPENPGPKEY|TXT)\s/i;

/** A whole line of base64, as certificates have, and the last one of several. */
const blockLine = /^(?!\s*[\da-f]{64,}\s*$)\s*["']?[A-Za-z0-9+/]{60,}={0,2}["',;]{0,3}\s*$/;
const lastOfBlock = /^\s*["']?[A-Za-z0-9+/]+={0,2}["',;]{0,3}\s*$/;

/** Starts of keys and certificates that are public, of digests, and of names of disks. */
const publicStart =
  /^(?:ssh-\w+%20)?(?:AAAA[BCE]|c3NoL|[UAON][A-Z2-7]{55}$|AwEAA|MI[IG]|LS0tLS1CRUdJTiB(?:DRV|QVU)|age1|RW[QRT]|npub1|xpub|6L[a-z][\w-]{37}$|pk_(?:live|test)_|sha\d{3}-|[\da-f]{32}-\d|(?:scsi-|naa\.|eui\.|wwn-)?(?:0x)?3?[56]0[\da-f]{14})/;

/** The algorithm of a digest. */
const algorithmBefore =
  /(?:sha-?\d{0,3}|md5|blake\w{0,8}|crc\d{0,3}|(?<!priv.{0,40})(?:ed|x)25519)(?:[:=$-]|\/\/)$/i;

/** The name before a value: of a setting, an argument, an attribute or an element. */
const nameBefore =
  /(?:<|^|[^\w.%/:-])([\w.%/:-]+)["'\])}]{0,3}(?:[ \t]*(?:=>|:=|[=:>])|(?=[ \t]))[ \t]*[["'({<]{0,3}$/;

/** The name in another attribute, before that of the value. */
const nameOfValue = /\b(?:key|name|id)="([\w.:-]+)"\s{1,4}value="$/;

/** The name of the setting of a line. */
const nameOfLine = /^\s*[-"'<]{0,2}([\w.-]{1,100})["']?\s{0,20}[=:]/;

const publicWords =
  /^(?:\w*id|ids|uuids?|guids?|sha\d*|md5|hash|hashes|digests?|\w*sums?|crc\d*|fingerprints?|thumbprints?|fpr|etag|rev|revision|commit|version|ver|release|build|serial|sn|wwn|wwpn|wwnn|iqn|nqn|mac|hwaddr|ether|address|addr|ip|hosts?|hostname|servers?|url|uri|endpoints?|path|file|filename|dir|image|img|disk|dev|device|part|partition|label|root|resume|volume|bucket|names?|users?|username|login|account|owner|region|zone|arn|tenant|subscription|project|cluster|nodes?|instance|model|product|vendor|font|charset|encoding|locale|lang|suites?|curves?|groups?|kex|macs|alg|algorithms?|type|class|package|modules?|driver|interface|bridge|pub|pubkey|public|cert|certificates?|ca|issuer|subject|consumer|date|time|timestamp|links?|href|src|format|pattern|regex|match|expression|template|source|ref|branch|tag|container|channel|topic|queue|table|column|database|schema|icon|theme|features?|options?|flags|signed|sig|signature|signingkey|pgp|gpg)$/;

/** Words that make all values of a line public, and any name. */
const publicLists = /^(?:pub|public|pubkeys?|pgp|gpg|fingerprints?|thumbprints?|digests?|checksums?)$/;

const secretWords = /^(?:key|secret|token|pass\w*|pwd?|psk|pin|code|salt|seed|creds?)$/;

/** The words of a name, in lower case. */
const wordsOf = (name = ''): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** Whether a name says that its value is public. The last word counts most: the key of a server is secret, the id of a key is not. */
function isPublicName(name: string | undefined): boolean {
  const words = wordsOf(name);
  const list = secretWords.test(words.at(-1) as string) ? publicLists : publicWords;
  return words.some((word) => list.test(word));
}

const base64 = /[A-Za-z0-9+/]/;
const inWord = /[^\s"'`,;:=<>()[\]{}|@\\/]/;
const inPath = /[^\s"'`,;(){}<>|]/;

/** The first position of the characters of a class before another, from `least` on. */
function startOf(line: string, end: number, isPart: RegExp, least: number): number {
  let start = end;
  while (start > least && isPart.test(line[start - 1] as string)) start--;
  return start;
}

/** The word around letters and digits, from `least` on. A slash separates words, except in base64. */
function wordAround(line: string, [from, to]: Span, least: number): Span {
  const extended = (isPart: RegExp): Span => {
    let end = to;
    while (end < line.length && isPart.test(line[end] as string)) end++;
    return [startOf(line, from, isPart, least), end];
  };
  const word = extended(inWord);
  const [start, end] = extended(base64);
  const before = line[start - 1] ?? '';
  const isBase64 = end - start >= 24 && !/[.:_]/.test(before);
  if (!isBase64 || (before === '-' && !algorithmBefore.test(line.slice(0, start)))) return word;
  const padding = /^={0,2}/.exec(line.slice(end, end + 2)) as RegExpExecArray;
  return [Math.min(word[0], start), Math.max(word[1], end + padding[0].length)];
}

/** A host name, or a file name with its ending. */
const named = /^(?:[\w-]+\.)+[a-z]{2,8}\d?$/;

/** A pattern of names, or some options in one word. */
const pattern = /\*.+\*|^-[A-Za-z\d]{2,9}$/;

/** What follows the name of a setting. */
const afterName = /^["']?[ \t]{0,4}(?:(?<=[ \t])=|=(?!=?(?:[\s"',;]|$))|:[ \t]|=>|:\r?$)/;

/** What follows a digest: the name of its file. */
const fileAfter = /^[ \t][ *]?[\w./]/;

/** A place within the braces of a template, or in the data of an image. */
const inTemplate = /\{\{[^}]*$|data:(?:im(?:age|g)|font)\/[\w.+-]{1,30};base64,$/;

/** A path in which a part is a secret, whatever the name of the URL and other parts say. */
const pathWithToken = /hook|push|ping|notif|bot|token|secret|key|api/i;

/** Most characters that are looked at: before a word, and of the path that it is in. */
const longestBefore = 80;
const longestPath = 300;

/** Names of texts for people, patterns and commands. */
const texts =
  /^(?:title|text|message|msg|comment|description|desc|summary|banner|greeting|caption|hint|help|motd|regexp?|glob|mask|commands?|cmd|handler)$/;

/** What stands before the value of a setting, and after it. */
const afterSign = /(?:(?<![?&][\w.-]{1,40})=|[:>]|^\s*[\w.-]{1,60}[ \t])[ \t]*["'([]?$/;
const beforeEnd = /^["')\]}]{0,2}[,;]?[ \t]*(?:\r?$|[#;<\]},][^;]?)/;

/** Whether a word is the whole value of a setting, or a cell of a table without marks. */
function standsAlone(line: string, [start, end]: Span): boolean {
  const before = line.slice(Math.max(0, start - longestBefore), start);
  const after = line.slice(end, end + longestBefore);
  if (afterSign.test(before))
    return beforeEnd.test(after) && !wordsOf(nameBefore.exec(before)?.[1]).some((word) => texts.test(word));
  const isCell = /[;|\t]["']?$| {2}$/.test(before) || (/\s$/.test(before) && /^(?: {2}|\t)/.test(after));
  return isCell && /^["']?(?:[;|\s]|$)/.test(after) && !/[<>{}=]|\. /.test(line);
}

/** Whether the place or the start of a word says that it is no secret. */
function isPublic(line: string, [start, end]: Span): boolean {
  const word = line.slice(start, end);
  const after = line.slice(end, end + 10);
  if (publicStart.test(word) || named.test(word) || pattern.test(word) || afterName.test(after)) return true;
  const before = line.slice(Math.max(0, start - longestBefore), start);
  if (digest.test(word) && (fileAfter.test(after) || before.endsWith('@'))) return true;
  if (algorithmBefore.test(before) || inTemplate.test(before)) return true;
  const place = before.endsWith('/') ? startOf(line, start, inPath, Math.max(0, start - longestPath)) : start;
  const label = line.slice(Math.max(0, place - longestBefore), place);
  const name = (nameOfValue.exec(label) ?? nameBefore.exec(label))?.[1];
  if (place === start) return isPublicName(name);
  const path = line.slice(place, start);
  const parts = path.replace(/^\w+:\/\/[^/]*/, '').split('/');
  return [name, ...parts].some(isPublicName) && !pathWithToken.test(path);
}

/**
 * What most text does not have: a letter or sign after a digit, a part of two letters within a name, or one letter after a sign. Finding these
 * first saves time.
 */
const seed = new RegExp(
  `\\d[A-Za-z${signs}\\\\]|(?<=[A-Za-z\\d])[A-Z][a-z](?![a-z])|[${signs}"'][a-z](?![a-z])|(?<=[A-Za-z])[!#&*+^~](?=[A-Za-z\\d])`,
  'g',
);
const mayBeInRun = new RegExp(`[A-Za-z\\d${signs}\\\\"']`);

/** A product key: five groups of five capitals and digits. */
const productKey = /(?<![A-Z\d-])[A-Z\d]{5}(?:-[A-Z\d]{5}){4}(?![A-Z\d-])/;
const sizeOfGroup = 5;
const sizeOfProductKey = 29;

/** Whether a run is a group of a product key. */
const isInProductKey = (text: string, end: number): boolean =>
  productKey.test(text.slice(Math.max(0, end - sizeOfProductKey - 1), end + sizeOfProductKey));

/** Finds the runs of a Latin-1 text that look random, or may be part of a word that a person made. */
function* randomRuns(text: string): Generator<readonly [...Span, isRandom: boolean]> {
  let least = 0;
  seed.lastIndex = 0;
  for (let found = seed.exec(text); found !== null; found = seed.exec(text)) {
    run.lastIndex = startOf(text, found.index, mayBeInRun, least);
    do {
      const [letters = ''] = run.exec(text) ?? [];
      least = run.lastIndex;
      const isRandom =
        looksRandom(letters) || (letters.length === sizeOfGroup && isInProductKey(text, least));
      if (isRandom || mayBeMade.test(letters) || '!?'.includes(text[least] ?? ' '))
        yield [least - letters.length, least, isRandom];
    } while (least <= found.index);
    seed.lastIndex = least;
  }
}

/**
 * Finds the words of a Latin-1 text that look random and are not public, in lines of at most `longest` characters. `before` is the line before
 * the text.
 */
export function* randomValues(text: string, longest: number, before: string): Generator<Span> {
  let end = -1;
  let line = '';
  let isSkipped = false;
  let [start, read] = [0, 0];
  for (const [from, to, isRandom] of randomRuns(text)) {
    if (from > end) {
      start = text.lastIndexOf('\n', from) + 1;
      const found = text.indexOf('\n', to);
      end = found === -1 ? text.length : found;
      line = text.slice(start, end);
      const former = start === 0 ? before : text.slice(text.lastIndexOf('\n', start - 2) + 1, start - 1);
      isSkipped =
        line.length > longest ||
        skipped.test(line) ||
        blockLine.test(line) ||
        (lastOfBlock.test(line) && blockLine.test(former)) ||
        wordsOf(nameOfLine.exec(line)?.[1]).some((word) => publicLists.test(word));
      read = 0;
    }
    if (isSkipped || from - start < read) continue;
    const word = wordAround(line, [from - start, to - start], read);
    if (!isRandom && !(isMade(line.slice(...word)) && standsAlone(line, word))) continue;
    [, read] = word;
    if (!isPublic(line, word)) yield [start + word[0], start + read];
  }
}
