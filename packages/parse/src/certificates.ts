import type { Open, Table } from './table.js';
import { wordsOf } from './words.js';

/** The properties of a certificate that a program prints. */
export interface Certificate {
  readonly path: string | undefined;
  readonly subject: string | undefined;
  readonly issuer: string | undefined;
  readonly serial: string | undefined;
  /** Milliseconds since the epoch. */
  readonly notBefore: number | undefined;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
}

type Fields = Partial<Open<Certificate>>;
type Field = readonly [pattern: RegExp, take: (value: string) => Fields, isLast?: true];

const date = /^[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4} GMT$/;

function timeOf(text: string): number | undefined {
  return date.test(text) ? Date.parse(text) : undefined;
}

/** A table of blocks of fields. A block ends with the last field, an empty line, or a field that it already has. */
function fieldBlocks(fields: readonly Field[]): Table<Certificate> {
  return () => {
    let [read, openAt, completeAt] = [0, 0, 0];
    let block: Fields = {};
    const complete = (): Certificate | undefined => {
      const { notAfter, ...rest } = block;
      block = {};
      completeAt = openAt;
      if (notAfter === undefined) return undefined;
      return {
        ...{
          path: undefined,
          subject: undefined,
          issuer: undefined,
          serial: undefined,
          notBefore: undefined,
        },
        ...rest,
        notAfter,
      };
    };
    return {
      line(text) {
        read++;
        if (text === '') return complete();
        const field = fields.find(([pattern]) => pattern.test(text));
        if (field === undefined) return undefined;
        const [pattern, take, isLast] = field;
        const found = take((pattern.exec(text)?.[1] ?? '').slice(0, longest));
        const isNext = Object.keys(found).some((key) => Object.hasOwn(block, key));
        const row = isNext ? complete() : undefined;
        if (Object.keys(block).length === 0) openAt = read;
        block = { ...block, ...found };
        return isLast ? complete() : row;
      },
      end: complete,
      begin: () => completeAt,
    };
  };
}

const longest = 1000;

/** The certificates of `openssl x509 -noout -subject -issuer -serial -dates` and its parts (spec `host_cert_dates` and others). */
export const opensslCertificates: Table<Certificate> = fieldBlocks([
  [/^subject= ?(.*)$/, (subject) => ({ subject })],
  [/^issuer= ?(.*)$/, (issuer) => ({ issuer })],
  [/^serial=(.*)$/, (serial) => ({ serial })],
  [/^notBefore=(.*)$/, (text) => ({ notBefore: timeOf(text) })],
  [/^notAfter=(.*)$/, (text) => withEnd(timeOf(text))],
  [/^FileName= ?(.*)$/, (path) => ({ path }), true],
]);

function withEnd(notAfter: number | undefined): Fields {
  return notAfter === undefined ? {} : { notAfter };
}

/** The certificates of `getcert list` (spec `getcert_list`), which certmonger renews. */
export const trackedCertificates: Table<Certificate> = fieldBlocks([
  // Not a value, but the beginning of the next certificate.
  [/^Request ID '/, () => ({ path: undefined })],
  [/^\tissuer: (.*)$/, (issuer) => ({ issuer })],
  [/^\tsubject: (.*)$/, (subject) => ({ subject })],
  [/^\texpires: (.*)$/, (text) => withEnd(certmongerTime(text))],
]);

/** Parses a time such as `2026-11-20 18:22:41 UTC`. */
function certmongerTime(text: string): number | undefined {
  const [day = '', time = '', zone] = wordsOf(text);
  return zone === 'UTC' && /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d:\d\d$/.test(time)
    ? Date.parse(`${day}T${time}Z`)
    : undefined;
}
