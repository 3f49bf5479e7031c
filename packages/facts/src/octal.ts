/** Decodes the octal escapes (`\040`) with which the kernel and fstab write blanks in a field; bytes are UTF-8. */
export function decodeOctal(field: string): string {
  return field.replace(/(?:\\[0-3][0-7]{2})+/g, (escapes) => {
    const bytes = escapes.slice(1).split('\\');
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 8)));
  });
}
