import { expect, it } from 'vitest';
import {
  chatRecordings,
  geminiRecordings,
  messagesRecordings,
} from '../../../../test/support/recordings.js';
import { parseJson } from '#kernel';
import { answerReaders, codecs } from '../codecs.js';
import type { ConversationProtocol } from '../protocol.js';
import type { ReplyFrame } from '../reply.js';
import { SseParser } from '../sse/sse-parser.js';

/** Recorded answers of conversations, as callers of the older format get them. */
const fixtures = process.env['GW_FIXTURES'];
const of = (protocol: ConversationProtocol, recordingsOf: typeof chatRecordings) =>
  (fixtures === undefined ? [] : recordingsOf(fixtures))
    .filter(({ kind, status }) => kind !== 'error' && status === 200)
    .map((recording) => ({ ...recording, protocol }));
const recordings = [
  ...of('chat', chatRecordings),
  ...of('messages', messagesRecordings),
  ...of('gemini', geminiRecordings),
];
const ofKind = (wanted: string) => recordings.filter(({ kind }) => kind === wanted);

const OPTIONS = {
  model: 'p/m',
  wantsUsage: true,
  showsThinking: true,
  inputTokens: 7,
  requestId: 'id',
  customTools: new Set<string>(),
};

interface Told {
  readonly choices: readonly {
    readonly text: string;
    readonly index: number;
    readonly finish_reason: string | null;
  }[];
}

/** What the first choice says, by its events. */
const saidIn = (frames: readonly ReplyFrame[]): string =>
  frames
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.type === 'text' &&
      event.part.choice === 0 &&
      (event.part.kind === 'text' || event.part.kind === 'refusal')
        ? event.delta
        : [],
    )
    .join('');

it('knows recordings of both kinds, or none when GW_FIXTURES is not set', () => {
  const isThere = ofKind('answer').length > 100 && ofKind('stream').length > 100;
  expect(isThere).toBe(fixtures !== undefined);
});

it('every recorded answer is told', () => {
  for (const { protocol, text, name } of ofKind('answer')) {
    const frame = answerReaders[protocol].readAnswer(parseJson(text));
    if (frame.events.at(-1)?.type === 'error') continue;
    const told = codecs.completions.writeAnswer(frame, { ...OPTIONS, source: protocol });
    const { choices } = JSON.parse(told) as Told;
    expect(choices[0]?.text, name).toBe(saidIn([frame]));
    expect(['stop', 'length', 'content_filter'], name).toContain(choices[0]?.finish_reason);
  }
});

it('every recorded stream is told, and ends as the format says', () => {
  for (const { protocol, text, name } of ofKind('stream')) {
    const reader = answerReaders[protocol].newStreamReader();
    const writer = codecs.completions.newStreamWriter({ ...OPTIONS, source: protocol });
    const frames: ReplyFrame[] = [];
    for (const event of new SseParser().push(Buffer.from(text))) {
      if (!reader.isOver)
        frames.push(...[reader.read(event)].filter((frame) => frame !== undefined));
    }
    const end = reader.isOver ? undefined : reader.end();
    if (end) frames.push(end);
    if (frames.at(-1)?.events.at(-1)?.type === 'error') continue;
    const lines = frames
      .map((frame) => writer.write(frame))
      .join('')
      .split('\n\n')
      .filter(Boolean);
    expect(lines.at(-1), name).toBe('data: [DONE]');
    const pieces = lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)) as Told);
    const choices = pieces.flatMap((piece) => piece.choices).filter(({ index }) => index === 0);
    expect(choices.map((choice) => choice.text).join(''), name).toBe(saidIn(frames));
    expect(
      choices.filter(({ finish_reason: reason }) => reason !== null),
      name,
    ).toHaveLength(1);
  }
});
