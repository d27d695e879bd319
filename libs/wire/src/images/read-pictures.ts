import { itemsOf, member, stringOf, type JsonDocument } from '#kernel';
import { readGeminiAnswer } from '../gemini/read-answer.js';
import type { Picture, ReplyEvent, ReplyFrame } from '../reply.js';

/**
 * The pictures of an answer in the format of Gemini. Its other words are for nobody, and its usage counts the
 * pictures, too.
 */
export function readPictures(document: JsonDocument): ReplyFrame {
  const { events } = readGeminiAnswer(document);
  if (events.at(-1)?.type === 'error') return { document, edits: [], events };
  const pictures = itemsOf(member(document.root, 'candidates')).flatMap((candidate) =>
    itemsOf(member(member(candidate, 'content'), 'parts')).flatMap((part): Picture[] => {
      const file = member(part, 'inlineData');
      const [mime = '', base64] = [
        stringOf(member(file, 'mimeType')),
        stringOf(member(file, 'data')),
      ];
      return base64 && mime.startsWith('image/') ? [{ mime, base64 }] : [];
    }),
  );
  const told = events.flatMap((event): ReplyEvent[] => {
    if (event.type === 'finish' || event.type === 'done') return [event];
    if (event.type !== 'usage') return [];
    return [{ ...event, usage: { ...event.usage, images: pictures.length } }];
  });
  return { document, edits: [], events: told, pictures };
}
