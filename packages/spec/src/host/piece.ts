/**
 * Bytes of content on their way from a host to a sink. A piece belongs to whoever gives it, and nobody else writes to it. Who takes it as
 * an argument may read it until the call returns or its promise resolves. Who gets it as a result, of which it may be an argument's part,
 * may read it until the next call to its giver. Who needs it longer copies it.
 */
export type Piece = Uint8Array;

/** Takes the next piece of some content. */
export type TakePiece = (piece: Piece) => Promise<void> | void;
