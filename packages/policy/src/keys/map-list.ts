import { createHmac, randomBytes } from 'node:crypto';
import { constants, openSync, writeSync } from 'node:fs';
import { errorWords } from '@hostspec/files';
import { usageError } from '@hostspec/host-kit';
import type { OnMapped } from '@hostspec/redact';
import { makePrivateFile, readKey, withSecret } from './private-files.js';

/** A list of mapped values, which stays with its owner. */
export interface MapList {
  /** The key of the mapping. Only the list has it. */
  readonly key: Buffer;
  /** Adds a value and its token to the file, unless it is there. */
  readonly add: OnMapped;
}

/** The files of a mapping. */
export interface MapListFiles {
  /** The path of the list. `subject` names it in messages. */
  readonly path: string;
  readonly subject: string;
  /** A key that is needed too, and how messages name it. */
  readonly key?: string | undefined;
  readonly keySubject: string;
  /** Gets a note for the user: the list cannot be kept, or the key file was created. */
  readonly note?: ((text: string) => void) | undefined;
}

const secretBytes = 32;
// Limited, because each value is in memory, too.
const maxBytes = 64 * 1024 * 1024;
const form = 'hostspec map list 1';

/**
 * Opens a list to add values. If there is none, creates it with a random secret, for its owner only. Each line has a value and its token,
 * as JSON.
 *
 * @throws UsageError if it cannot be read or created, is not a list, or other users may read, change or replace it.
 */
export function openMapList(files: MapListFiles): MapList {
  const existing = textOf(files);
  const text = existing ?? madeList(files);
  const known = new Set(text.split('\n').slice(1));
  let room = maxBytes - Buffer.byteLength(text);
  const fd = openedList(files);
  return {
    key: listKey(text, files, existing === undefined),
    add(kind, original, token) {
      const line = JSON.stringify([
        kind,
        ...[original, token].map((each) => Buffer.from(each, 'latin1').toString()),
      ]);
      if (known.has(line)) return;
      known.add(line);
      room -= Buffer.byteLength(line) + 1;
      if (room >= 0) room = added(fd, line, files) ? room : -1;
    },
  };
}

/** Adds a line. Returns false on failure, but does not end the run: the start of the list is all that is needed to restore values. */
function added(fd: number, line: string, { path, subject, note }: MapListFiles): boolean {
  try {
    writeSync(fd, `${line}\n`);
    return true;
  } catch (error) {
    note?.(`${subject} ${path} has no further values: ${errorWords(error)}; hostspec unmap works with it`);
    return false;
  }
}

/** Reads the key of a mapping from its list. @throws UsageError if the list does not exist or cannot be used. */
export function readMapListKey(files: MapListFiles): Buffer {
  const { path, subject } = files;
  const text = textOf(files);
  if (text === undefined)
    throw usageError(
      `${subject} ${path} does not exist; allowed: the list that the identity was mapped with`,
      subject,
      path,
    );
  return listKey(text, files, false);
}

/** The key of a list; `makes` the other key that it needs if its file does not exist. */
function listKey(
  text: string,
  { path, subject, key, keySubject, note }: MapListFiles,
  makes: boolean,
): Buffer {
  const secret = new RegExp(`^\\["${form}","([0-9a-f]{${2 * secretBytes}})"\\]\n`).exec(text)?.[1];
  if (secret === undefined)
    throw usageError(
      `${subject} ${path} is not a list of a mapping; allowed: one that --map-list made, or a path at which no file exists`,
      subject,
      path,
    );
  return createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(key === undefined ? '' : readKey(key, keySubject, { makes, note }))
    .digest();
}

const textOf = (files: MapListFiles): string | undefined => withList(files, (text) => text);

/** Creates an empty list. */
const madeList = (files: MapListFiles): string =>
  withList(files, () => {
    const text = `${JSON.stringify([form, randomBytes(secretBytes).toString('hex')])}\n`;
    makePrivateFile(files.path, text);
    return text;
  });

const openedList = (files: MapListFiles): number =>
  withList(files, () => openSync(files.path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW));

const withList = <T>({ path, subject }: MapListFiles, use: (text: string | undefined) => T): T =>
  withSecret(path, subject, { most: maxBytes }, use);
