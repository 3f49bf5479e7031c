/** Kinds of frames in PROTOCOL.md. */
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
  share: 13,
  keywords: 14,
  answer: 64,
  content: 65,
  error: 66,
  zeros: 67,
  shared: 68,
} as const;

/** Name of a kind of frame. */
export type FrameKind = keyof typeof kinds;

/** Most bytes of a payload. */
export const maxPayload = 65_536;

/** A received frame. */
export interface Frame {
  readonly id: number;
  readonly kind: number;
  /** True if the message continues in a later frame with the same id. */
  readonly more: boolean;
  readonly payload: Buffer;
}

/** The line that the runner writes before its first frame. Bytes before it are not the runner's. */
export const magic = Buffer.from('hostspec-runner frames follow\n');

const headerBytes = 16;
const moreFlag = 1;
const knownKinds: ReadonlySet<number> = new Set(Object.values(kinds));

/** Encodes a message in as many frames as it needs. */
export function encode(kind: FrameKind, id: number, payload: Uint8Array): Buffer {
  const count = Math.max(1, Math.ceil(payload.length / maxPayload));
  // From the pool, because most frames are small and each run has thousands.
  const frames = Buffer.allocUnsafe(payload.length + count * headerBytes);
  let at = 0;
  for (let left = count; left > 0; left--) {
    const from = (count - left) * maxPayload;
    const piece = payload.subarray(from, from + maxPayload);
    frames.fill(0, at, at + headerBytes);
    frames.writeUInt32BE(piece.length, at);
    frames.writeUInt32BE(id, at + 4);
    frames[at + 8] = kinds[kind];
    frames[at + 9] = left > 1 ? moreFlag : 0;
    frames.set(piece, at + headerBytes);
    at += headerBytes + piece.length;
  }
  return frames;
}

/** The payload of a frame that has only a number, below 2³². */
export function numberPayload(number: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(number);
  return payload;
}

/**
 * Splits bytes into frames and calls `found` for each whole one; for a frame of content, for each part that arrives. Payloads are never
 * overwritten.
 */
interface FrameReader {
  /** @throws Error if the bytes are not frames. */
  push(bytes: Buffer): void;
  /** The text so far if the magic line has not come; otherwise empty. */
  banner(): string;
}

const maxBanner = 64 * 1024;

/** Creates a reader of frames. `masked` masks the text before them, for messages. */
export function frameReader(
  found: (frame: Frame) => void,
  masked: (text: string) => string = String,
): FrameReader {
  let begun = false;
  let rest: Buffer = Buffer.alloc(0);
  // An incomplete content frame, whose parts are passed on as they arrive: joining them would copy each frame.
  let cut: { readonly frame: Omit<Frame, 'payload'>; left: number } | undefined;

  /** Takes the next part of the incomplete frame. Returns its size. */
  const readCut = (bytes: Buffer): number => {
    if (!cut) return 0;
    const payload = bytes.subarray(0, cut.left);
    found({ ...cut.frame, payload });
    cut.left -= payload.length;
    if (cut.left === 0) cut = undefined;
    return payload.length;
  };

  /** Reads whole frames. Returns the bytes after them. */
  const readFrames = (bytes: Buffer): Buffer => {
    let at = readCut(bytes);
    while (bytes.length - at >= headerBytes) {
      const end = at + sizeOf(bytes, at);
      const kind = bytes.readUInt8(at + 8);
      const left = end - bytes.length;
      if (left > 0 && kind !== kinds.content) break;
      const frame = { id: bytes.readUInt32BE(at + 4), kind, more: bytes.readUInt8(at + 9) === moreFlag };
      const payload = bytes.subarray(at + headerBytes, end);
      if (left > 0) cut = { frame, left };
      if (left <= 0 || payload.length > 0) found({ ...frame, payload });
      at = Math.min(end, bytes.length);
    }
    return bytes.subarray(at);
  };

  return {
    push(bytes) {
      let from = bytes;
      if (!begun) {
        const all = Buffer.concat([rest, bytes]);
        const at = all.indexOf(magic);
        begun = at >= 0;
        rest = begun ? Buffer.alloc(0) : all;
        if (rest.length > maxBanner)
          throw new Error(`no runner answered: ${bannerText(masked(rest.toString()))}`);
        if (!begun) return;
        from = all.subarray(at + magic.length);
      }
      // Joins only the incomplete frame with new bytes, not those after it.
      while (rest.length > 0 && from.length > 0) {
        const missing = sizeOf(rest, 0) - rest.length;
        rest = readFrames(Buffer.concat([rest, from.subarray(0, missing)]));
        from = from.subarray(missing);
      }
      if (from.length > 0) rest = readFrames(from);
    },
    banner: () => (begun ? '' : bannerText(masked(rest.toString()))),
  };
}

/** The size of the frame at an offset, or of its header until that is complete. @throws Error if it is not a frame. */
function sizeOf(bytes: Buffer, at: number): number {
  if (bytes.length - at < headerBytes) return headerBytes;
  const length = bytes.readUInt32BE(at);
  const kind = bytes.readUInt8(at + 8);
  const reserved = bytes.readUIntBE(at + 10, 6);
  if (length > maxPayload || !knownKinds.has(kind) || bytes.readUInt8(at + 9) > moreFlag || reserved !== 0)
    throw new Error(`malformed frame of kind ${kind} with ${length} bytes`);
  return headerBytes + length;
}

const shownBanner = 500;

function bannerText(text: string): string {
  return text.slice(0, shownBanner).trim();
}
