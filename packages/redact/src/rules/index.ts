import type { RuleFamily } from '../match/rule.js';
import { administrationRules } from './administration.js';
import { auditRules } from './audit.js';
import { catalogFormRules } from './catalog-forms.js';
import { codeRules } from './code.js';
import { commandLineRules } from './command-lines.js';
import { dialogueRules } from './dialogues.js';
import { directiveRules } from './directives.js';
import { distributionRules } from './distributions.js';
import { serviceRules } from './host-services.js';
import { keyFormRules } from './key-forms.js';
import { keyLineRules } from './key-lines.js';
import { keyNameRules } from './key-names.js';
import { keyValueRules } from './key-values.js';
import { hashRules, privateKeyRules } from './keys.js';
import { namedOptionRules } from './named-options.js';
import { networkRules } from './network-services.js';
import { pairFormRules } from './pair-forms.js';
import { passwordCommandRules } from './password-commands.js';
import { programRules } from './programs.js';
import { serviceTokenRules } from './service-tokens.js';
import { spokenSecretRules } from './spoken-secrets.js';
import { tokenRules } from './tokens.js';
import { toldSecretRules } from './told-secrets.js';
import { urlRules } from './urls.js';
import { webTokenRules } from './web-tokens.js';

/** All rules by family. */
export const ruleFamilies: readonly RuleFamily[] = [
  {
    name: 'private keys',
    doc: 'private key blocks, plain and in base64, of TLS, SSH, PGP, WireGuard and OpenVPN',
    rules: privateKeyRules,
  },
  {
    name: 'tokens',
    doc: 'clouds, version control, CI, registries, JWT, authorization headers, cookies',
    rules: [...tokenRules, ...webTokenRules, ...serviceTokenRules],
  },
  { name: 'hashes', doc: 'password hashes of shadow, htpasswd, GRUB, LDAP and PostgreSQL', rules: hashRules },
  { name: 'URLs', doc: 'userinfo of URLs, connection strings, signed queries', rules: urlRules },
  {
    name: 'network services',
    doc: 'SNMP, RADIUS, TSIG, chrony and ntp keys, wireless, IPsec, netrc, proxies',
    rules: networkRules,
  },
  {
    name: 'host services',
    doc: 'SSSD, LDAP, registries, databases, rsyslog, mail, storage, audit records',
    rules: [...catalogFormRules, ...serviceRules, ...auditRules, ...distributionRules],
  },
  {
    name: 'command lines',
    doc: 'options of programs in ps, history, unit files and SQL',
    rules: [...commandLineRules, ...passwordCommandRules, ...programRules, ...namedOptionRules],
  },
  {
    name: 'administration',
    doc: 'arguments of administration programs, network devices, RHN, iSCSI targets, Redis, RabbitMQ, Ceph',
    rules: administrationRules,
  },
  {
    name: 'keys with values',
    doc: 'key=value, key: value, JSON, YAML, INI and directives',
    rules: [
      ...keyLineRules,
      ...keyValueRules,
      ...keyNameRules,
      ...directiveRules,
      ...keyFormRules,
      ...pairFormRules,
    ],
  },
  {
    name: 'messages',
    doc: 'messages about passwords, dialogues of mail and file transfer, dumps of keys',
    rules: [...dialogueRules, ...spokenSecretRules, ...toldSecretRules],
  },
  {
    name: 'markup and code',
    doc: 'XML, tables, lists of names with values, constants and logins in programs',
    rules: codeRules,
  },
];
