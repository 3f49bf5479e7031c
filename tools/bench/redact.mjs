#!/usr/bin/env node
// Prints the speed at which secrets are masked; --write keeps it in the README of packages/redact.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createRedaction } from '../../packages/redact/dist/index.js';
import { replaceGenerated, table } from '../docs/sections.mjs';
import { optionsOf } from '../workspace/run.mjs';
import { median } from './statistics.mjs';

const { write } = optionsOf({ write: { type: 'boolean' } });

const size = 16 * 1024 * 1024;

/** A number below `limit` that follows from a line and a salt. */
const pick = (line, salt, limit) => (Math.imul(line * 31 + salt, 0x9e3779b1) >>> 7) % limit;
const ip = (line, salt) =>
  `10.${pick(line, salt, 256)}.${pick(line, salt + 1, 256)}.${pick(line, salt + 2, 256)}`;
const of = (line, salt, words) => words[pick(line, salt, words.length)];
const users = ['alice', 'bob', 'carol', 'admin', 'root', 'oracle', 'deploy'];
const time = (line) =>
  `Nov 21 ${[line % 24, (line * 3) % 60, (line * 7) % 60].map((part) => String(part).padStart(2, '0')).join(':')}`;

/** Lines as they are in logs of logins, services and requests: almost every one has a keyword, a few a secret. */
const dense = [
  (i) =>
    `${time(i)} web${i % 7} sshd[${pick(i, 1, 30000)}]: Failed password for invalid user ${of(i, 2, users)} from ${ip(i, 3)} port ${pick(i, 6, 60000)} ssh2`,
  (i) =>
    `${time(i)} web${i % 7} sshd[${pick(i, 1, 30000)}]: pam_unix(sshd:session): session opened for user ${of(i, 2, users)} by (uid=0)`,
  (i) =>
    `level=info ts=${i} user=${of(i, 2, users)} session=${pick(i, 3, 1e9).toString(16)} ip=${ip(i, 4)} method=GET path=/api/v1/users/${pick(i, 5, 9999)} status=200 duration_ms=${pick(i, 6, 900)}`,
  (i) =>
    `${ip(i, 1)} - ${of(i, 2, users)} [21/Nov/2026:10:${String(i % 60).padStart(2, '0')}:00 +0000] "POST /session/login?next=/home&id=${pick(i, 3, 1e6)} HTTP/1.1" 302 ${pick(i, 4, 9000)} "https://shop.example.com/" "Mozilla/5.0 (X11; Linux x86_64)"`,
  (i) =>
    `type=USER_AUTH msg=audit(1763700000.${pick(i, 1, 999)}:${i}): pid=${pick(i, 2, 30000)} uid=0 auid=${pick(i, 3, 2000)} ses=${pick(i, 4, 90)} subj=system_u:system_r:sshd_t:s0 msg='op=PAM:authentication grantors=pam_unix acct="${of(i, 5, users)}" exe="/usr/sbin/sshd" hostname=${ip(i, 6)} addr=${ip(i, 6)} terminal=ssh res=success'`,
  (i) =>
    `${time(i)} app${i % 3} authd[${pick(i, 1, 9999)}]: token refreshed for session ${pick(i, 2, 1e9).toString(16)}, user=${of(i, 3, users)} realm=internal expires_in=3600 token_type=bearer`,
  (i) =>
    `${time(i)} db${i % 3} postgres[${pick(i, 1, 9999)}]: connection authorized: user=${of(i, 2, users)} database=shop host=${ip(i, 3)} SSL enabled (protocol=TLSv1.3)`,
  (i) =>
    `{"time":"2026-11-21T10:00:00Z","level":"warn","msg":"password check failed","user":"${of(i, 1, users)}","remote":"${ip(i, 2)}:${pick(i, 5, 60000)}","attempt":${i % 5}}`,
  (i) =>
    `${time(i)} web${i % 7} kernel: [${pick(i, 1, 99999)}.${pick(i, 2, 999999)}] IN=eth0 OUT= MAC=52:54:00:12:34:56 SRC=${ip(i, 3)} DST=${ip(i, 6)} LEN=60 TOS=0x00 PREC=0x00 TTL=51 ID=${pick(i, 9, 60000)} PROTO=TCP SPT=${pick(i, 10, 60000)} DPT=22`,
  (i) =>
    `${time(i)} web${i % 7} sudo[${pick(i, 1, 9999)}]: ${of(i, 2, users)} : TTY=pts/${i % 9} ; PWD=/home/${of(i, 2, users)} ; USER=root ; COMMAND=/usr/bin/systemctl restart app@${pick(i, 3, 99)}.service`,
  (i) =>
    i % 40 === 0
      ? `${time(i)} app${i % 3} job[${pick(i, 1, 9999)}]: connect host=db1 user=app password=Zq${pick(i, 2, 500)}kW9x retry=1`
      : `${time(i)} app${i % 3} job[${pick(i, 1, 9999)}]: secret store reachable, key=${pick(i, 2, 1e6)} passed=${i % 2 === 0} user=${of(i, 3, users)}`,
];

const syllables = 'ka lo min tor ben ri sul va dep no gar the and ing er'.split(' ');
const word = (line, salt) =>
  Array.from({ length: 1 + pick(line, salt, 3) }, (_, at) => of(line, salt + 11 * at, syllables)).join('');

/** Lines of messages, lists of packages and numbers: hardly any has a keyword. */
const sparse = [
  (i) =>
    `${time(i)} host${i % 13} daemon[${pick(i, 1, 32768)}]: request ${pick(i, 2, 4e9)} took ${i % 997} ms`,
  (i) =>
    `${time(i)} host${i % 13} kernel: [${pick(i, 1, 99999)}.${pick(i, 2, 999999)}] ${word(i, 3)} ${word(i, 4)}: ${word(i, 5)} ${word(i, 6)} at 0x${pick(i, 7, 4e9).toString(16)}, ${pick(i, 8, 900)} blocks`,
  (i) =>
    `ii  lib${word(i, 1)}-${word(i, 2)}${i % 9}  ${i % 4}.${pick(i, 3, 40)}.${pick(i, 4, 20)}-${i % 6}+b1  amd64  ${word(i, 5)} ${word(i, 6)} ${word(i, 7)} ${word(i, 8)} library`,
  (i) => Array.from({ length: 12 }, (_, at) => word(i, at * 5)).join(' '),
];

const corpusOf = (lines) => {
  const corpus = Buffer.alloc(size, '\n');
  for (let line = 0, at = 0; at < size; line++)
    at += corpus.write(`${lines[line % lines.length](line)}\n`, at, 'latin1');
  return corpus;
};

/** One line in ten has a secret. */
const secrets = Array.from({ length: 10 }, (_, at) =>
  at === 0
    ? (i) =>
        `${time(i)} app${i % 3} job[${pick(i, 1, 9999)}]: connect host=db1 user=app password=Zq${pick(i, 2, 500)}kW9x retry=1`
    : sparse[at % sparse.length],
);

/** 16 MB each, always the same bytes. */
const corpora = { dense: corpusOf(dense), sparse: corpusOf(sparse), secrets: corpusOf(secrets) };

// The first one warms up.
const rounds = 10;
const piece = 64 * 1024;

/** Masks a corpus in pieces, as they come from a file, and copies what comes out. */
const mask = (redaction, bytes, output) => {
  const { push, end } = redaction.content();
  let length = 0;
  const keep = (part) => {
    output.set(part, length);
    length += part.length;
  };
  for (let at = 0; at < bytes.length; at += piece) keep(push(bytes.subarray(at, at + piece)));
  keep(end());
};

const speeds = Object.fromEntries(Object.keys(corpora).map((name) => [name, []]));
const redaction = createRedaction();
const output = Buffer.alloc(2 * Math.max(...Object.values(corpora).map(({ length }) => length)));
for (let round = 0; round < rounds; round++)
  for (const [name, bytes] of Object.entries(corpora)) {
    const start = process.cpuUsage();
    mask(redaction, bytes, output);
    const { user, system } = process.cpuUsage(start);
    if (round > 0) speeds[name].push(bytes.length / (user + system));
  }

const rows = Object.entries(speeds).map(([name, each]) => [
  name,
  Math.round(median(each)),
  Math.round(Math.max(...each)),
]);
for (const [name, usual, best] of rows) console.log(`${name}: ${usual} MB/s, at best ${best} MB/s`);

if (write) {
  const readme = fileURLToPath(new URL('../../packages/redact/README.md', import.meta.url));
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on one core of ${cpus()[0]?.model.trim()}, ${rounds - 1} rounds.`;
  const speed = `${table(['Corpus', 'MB/s, median', 'MB/s, at best'], rows)}\n\n${measured}`;
  const text = readFileSync(readme, 'utf8');
  writeFileSync(readme, replaceGenerated(readme, text, speed, 'tools/bench/redact.mjs'));
}
