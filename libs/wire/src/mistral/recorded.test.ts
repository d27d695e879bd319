import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { chatRecordings, saidInAnswer, saidInStream } from '../../../../test/support/recordings.js';
import {
  checkPlaces,
  joined,
  readAll,
  summaryOf,
  withoutPayload,
} from '../../../../test/support/told.js';
import {
  PLAIN,
  readMistralStream,
  readSse,
  writeChatStream,
} from '../../../../test/support/wire.js';
import { answerReaders, codecs } from '../index.js';

/** Recorded traffic of Mistral; `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];
const recordings = (fixtures === undefined ? [] : chatRecordings(fixtures)).filter(({ name }) =>
  name.startsWith('mistral/'),
);

it('knows recordings, or none when GW_FIXTURES is not set', () => {
  expect(recordings.length > 0).toBe(fixtures !== undefined);
});

/** What a client of the chat format understands: texts in one string each, and usage once. */
for (const { name, kind, text } of recordings) {
  it(`a recorded ${kind} of Mistral is told in texts, not in parts: ${name}`, async () => {
    const frames =
      kind === 'stream'
        ? await readAll(readMistralStream(readSse([Buffer.from(text)])))
        : [answerReaders.mistral.readAnswer(parseJson(text))];
    checkPlaces(frames);
    const told = frames.map(withoutPayload);
    const options = { ...PLAIN, source: 'mistral', wantsUsage: true } as const;
    const spoken =
      kind === 'stream'
        ? saidInStream(await joined(writeChatStream(told, options)))
        : saidInAnswer(told.map((frame) => codecs.chat.writeAnswer(frame, options)).join(''));
    const recorded = kind === 'stream' ? saidInStream(text) : saidInAnswer(text);
    expect(spoken).toEqual({
      ...recorded,
      finishes: summaryOf(frames).finish === undefined ? {} : recorded.finishes,
    });
  });
}
