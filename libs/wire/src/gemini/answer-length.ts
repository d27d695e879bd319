import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { isImageFile } from '../images-made.js';
import type { AnswerLength, ReplyFrame } from '../reply.js';
import { toldLength } from '../told-length.js';

/**
 * The payload tells what the model wrote as it comes. Events do not: arguments in pieces are told when their
 * call ends, and code that the provider runs is nobody else's.
 */
export function geminiAnswerLength(frame: ReplyFrame): AnswerLength {
  if (!frame.document) return toldLength(frame);
  const parts = itemsOf(member(frame.document.root, 'candidates')).flatMap((candidate) =>
    itemsOf(member(member(candidate, 'content'), 'parts')),
  );
  let text = 0;
  for (const part of parts) text += writtenIn(part);
  const images = parts.filter((part) => isImageFile(member(part, 'inlineData'))).length;
  return { text, speech: 0, images };
}

/** Texts, the arguments of calls, and code with what came of it, which its maker bills as output, too. */
function writtenIn(part: JsonNode): number {
  const call = member(part, 'functionCall');
  let length =
    textLength(member(part, 'text')) +
    jsonLength(member(call, 'args')) +
    textLength(member(member(part, 'executableCode'), 'code')) +
    textLength(member(member(part, 'codeExecutionResult'), 'output'));
  for (const piece of itemsOf(member(call, 'partialArgs'))) length += pieceLength(piece);
  return length;
}

/** Its place names the argument anew in each piece, which the model does not write. */
const pieceLength = (piece: JsonNode): number =>
  textLength(member(piece, 'stringValue')) +
  jsonLength(member(piece, 'numberValue')) +
  jsonLength(member(piece, 'boolValue'));

const textLength = (node: JsonNode | undefined): number => stringOf(node)?.length ?? 0;

const jsonLength = (node: JsonNode | undefined): number => (node ? node.end - node.start : 0);
