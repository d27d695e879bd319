/** A document as a `data:` URL. */
export const dataUrlOf = ({
  bytes,
  mediaType,
}: {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}): string => `data:${mediaType};base64,${base64Of(bytes)}`;

export const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
