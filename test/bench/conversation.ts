/**
 * What is asked and answered: the same bytes for every target but the model's name. The prompt of
 * `plain` holds no personal data; the one of `findings` holds an e-mail address and an IBAN.
 */

import type { Format } from './formats.js';

/** What the mock upstream does, chosen by the model's name. */
export type MockModel = 'small' | 'echo' | 'slow';

export const SYSTEM_PROMPT =
  'You are the support assistant of a bicycle workshop. Answer in one short paragraph, in the language of the question. Say so when you do not know something, and never promise a date or a price that is not in the notes.';

export const PLAIN_PROMPT =
  'The rear derailleur skips two gears since the chain was replaced last week. The cassette has about nine thousand kilometres on it. Should the cassette be replaced as well, and is it safe to ride to work until then?';

const EMAIL = 'margarethe.winter@example.org';
const IBAN = 'DE89370400440532013000';

/** Must never reach the upstream: the mock counts requests that hold one of them. */
export const SECRETS: readonly string[] = [EMAIL, IBAN];

export const FINDINGS_PROMPT = `Please write to ${EMAIL} that the deposit goes back to the account ${IBAN} as soon as the old cassette has arrived, and that the ride to work is safe until then as long as the chain stays on the middle gears.`;

/** Twenty pieces, so the streamed answer has twenty content frames. No character needs escaping. */
const ANSWER_PIECES: readonly string[] = [
  'A worn cassette',
  ' and a new',
  ' chain seldom',
  ' get along:',
  ' the teeth',
  ' are shaped',
  ' by the old',
  ' chain, so',
  ' the new one',
  ' climbs and',
  ' skips under',
  ' load. Replace',
  ' the cassette',
  ' too; until',
  ' then ride',
  ' on the middle',
  ' gears, push',
  ' gently and',
  ' do not stand',
  ' on the pedals.',
];

export const PLAIN_ANSWER = ANSWER_PIECES.join('');
export const PLAIN_PIECES = ANSWER_PIECES;

/** Of a streamed answer of so many frames. */
export const piecesOf = (frames: number): string[] =>
  Array.from({ length: frames }, (_, at) => ANSWER_PIECES[at % ANSWER_PIECES.length] ?? '');
export const echoOf = (prompt: string): string => `You wrote: ${prompt}`;
export const FINDINGS_ANSWER = echoOf(FINDINGS_PROMPT);

/** Cuts an echoed text wherever it falls, so that what has to be restored spans frames. */
export function cutInPieces(text: string): string[] {
  const size = Math.ceil(text.length / ANSWER_PIECES.length);
  return Array.from({ length: Math.ceil(text.length / size) }, (_, piece) =>
    text.slice(piece * size, (piece + 1) * size),
  );
}

export function requestBody(
  format: Format,
  model: string,
  prompt: string,
  isStreaming: boolean,
): Buffer {
  const asked = { max_tokens: 256, temperature: 0.2, ...(isStreaming && { stream: true }) };
  const turn = { role: 'user', content: prompt };
  return Buffer.from(
    JSON.stringify(
      format === 'messages'
        ? { model, system: SYSTEM_PROMPT, messages: [turn], ...asked }
        : {
            model,
            messages: [{ role: 'system', content: SYSTEM_PROMPT }, turn],
            ...asked,
            ...(isStreaming && { stream_options: { include_usage: true } }),
          },
    ),
  );
}

/** The text of a stream that sends `frames` pieces. */
export const streamedAnswer = (frames: number): string => piecesOf(frames).join('');
