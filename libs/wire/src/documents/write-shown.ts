import type { ConversationProtocol } from '../protocol.js';

/** What takes the place of a document. */
export type ShownPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** Base64. */
  | { readonly kind: 'image'; readonly mediaType: string; readonly base64: string };

/**
 * Parts of a message as JSON, with commas between them: for the place of one part.
 * @param cacheMark JSON, for the last of them
 */
export function writeShown(
  protocol: ConversationProtocol,
  pieces: readonly ShownPiece[],
  cacheMark: string | undefined,
): string {
  const parts = pieces.map((piece) => JSON.stringify(WRITERS[protocol](piece)));
  const last = parts.at(-1);
  if (cacheMark !== undefined && last !== undefined) {
    parts[parts.length - 1] = `${last.slice(0, -1)},"cache_control":${cacheMark}}`;
  }
  return parts.join(',');
}

const WRITERS: Readonly<Record<ConversationProtocol, (piece: ShownPiece) => object>> = {
  chat: (piece) =>
    piece.kind === 'text'
      ? { type: 'text', text: piece.text }
      : { type: 'image_url', image_url: { url: urlOf(piece) } },
  messages: (piece) =>
    piece.kind === 'text'
      ? { type: 'text', text: piece.text }
      : {
          type: 'image',
          source: { type: 'base64', media_type: piece.mediaType, data: piece.base64 },
        },
  gemini: (piece) =>
    piece.kind === 'text'
      ? { text: piece.text }
      : { inlineData: { mimeType: piece.mediaType, data: piece.base64 } },
  responses: (piece) =>
    piece.kind === 'text'
      ? { type: 'input_text', text: piece.text }
      : { type: 'input_image', image_url: urlOf(piece), detail: 'auto' },
};

const urlOf = ({ mediaType, base64 }: Extract<ShownPiece, { readonly kind: 'image' }>): string =>
  `data:${mediaType};base64,${base64}`;
