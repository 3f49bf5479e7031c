/** The kinds of frames, as in PROTOCOL.md. */
export const kinds = {
  hello: 1,
  stat: 2,
  list: 3,
  glob: 4,
  read: 5,
  run: 6,
  which: 7,
  controller: 8,
  cancel: 9,
  stop: 10,
  bye: 11,
  credit: 12,
  answer: 64,
  content: 65,
  error: 66,
} as const;

/** The kind of a frame, by its name. */
export type FrameKind = keyof typeof kinds;

/** The most bytes of a frame's payload. */
export const maxPayload = 65_536;

/** A frame that arrived. */
export interface Frame {
  readonly id: number;
  readonly kind: number;
  /** Whether the message goes on in a later frame with the same id. */
  readonly more: boolean;
  readonly payload: Buffer;
}

/** The line that the runner writes before its first frame; everything before it comes from somebody else. */
export const magic = Buffer.from('hostspec-runner frames follow\n');

const headerBytes = 16;
const moreFlag = 1;
const knownKinds: ReadonlySet<number> = new Set(Object.values(kinds));

/** The bytes of a message: as many frames as it needs. */
export function encode(kind: FrameKind, id: number, payload: Uint8Array): Buffer {
  const frames: Uint8Array[] = [];
  let offset = 0;
  do {
    const piece = payload.subarray(offset, offset + maxPayload);
    offset += piece.length;
    const header = Buffer.alloc(headerBytes);
    header.writeUInt32BE(piece.length, 0);
    header.writeUInt32BE(id, 4);
    header.writeUInt8(kinds[kind], 8);
    header.writeUInt8(offset < payload.length ? moreFlag : 0, 9);
    frames.push(header, piece);
  } while (offset < payload.length);
  return Buffer.concat(frames);
}

/** Takes bytes as they arrive, and calls `found` for each whole frame; a payload stays as it is until all of its bytes are dropped. */
export interface FrameReader {
  /** @throws Error if the bytes are not frames. */
  push(bytes: Buffer): void;
  /** The text before the magic line, if that has not come. */
  banner(): string;
}

const maxBanner = 64 * 1024;

/** Makes a reader of frames. */
export function frameReader(found: (frame: Frame) => void): FrameReader {
  let begun = false;
  let rest: Buffer = Buffer.alloc(0);

  /** The number of bytes that were frames. */
  const readFrames = (bytes: Buffer): number => {
    let at = 0;
    while (bytes.length - at >= headerBytes) {
      const length = bytes.readUInt32BE(at);
      const kind = bytes.readUInt8(at + 8);
      const flags = bytes.readUInt8(at + 9);
      const reserved = bytes.readUIntBE(at + 10, 6);
      if (length > maxPayload || !knownKinds.has(kind) || flags > moreFlag || reserved !== 0)
        throw new Error(`malformed frame of kind ${kind} with ${length} bytes`);
      const end = at + headerBytes + length;
      if (bytes.length < end) break;
      const payload = bytes.subarray(at + headerBytes, end);
      found({ id: bytes.readUInt32BE(at + 4), kind, more: flags === moreFlag, payload });
      at = end;
    }
    return at;
  };

  return {
    push(bytes) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      if (!begun) {
        const at = rest.indexOf(magic);
        if (at < 0) {
          if (rest.length > maxBanner) throw new Error(`no runner answered: ${bannerText(rest)}`);
          return;
        }
        begun = true;
        rest = rest.subarray(at + magic.length);
      }
      rest = rest.subarray(readFrames(rest));
    },
    banner: () => (begun ? '' : bannerText(rest)),
  };
}

const shownBanner = 500;

function bannerText(bytes: Buffer): string {
  return bytes.toString('utf8', 0, shownBanner).trim();
}
