const BLOCK_BYTES = 512;

/** A file of a tar archive: its head, in the form of POSIX.1-1988. The content follows, and then `tarFill`. */
export function tarHead(name: string, bytes: number): Buffer {
  const head = Buffer.alloc(BLOCK_BYTES);
  head.write(name, 0, 100);
  head.write('0000644\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  head.write('00000000000\0', 136);
  head.write('        ', 148); // The sum is made with blanks in its place.
  head.write('0', 156);
  head.write('ustar\0', 257);
  head.write('00', 263);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** Up to the next block. */
export const tarFill = (bytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);

export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);
