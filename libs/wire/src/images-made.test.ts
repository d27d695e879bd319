import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { codecs } from './codecs.js';

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const inlineData = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };
const drawn = {
  candidates: [
    {
      content: {
        parts: [
          { inlineData },
          { text: 'x' },
          { inlineData: { mimeType: 'audio/wav', data: 'AA' } },
        ],
      },
    },
    { index: 1, content: { parts: [{ inlineData }] } },
  ],
};
const item = { type: 'image_generation_call', result: 'iVBORw0KGgo=' };

/** Images of a whole answer, or of one event: as its usage counts them, or as they come. */
function imagesOf(
  protocol: 'chat' | 'native' | 'gemini',
  answer: object,
  isEvent: boolean,
): number {
  const data = JSON.stringify(answer);
  const frame = isEvent
    ? codecs[protocol].newStreamReader().read({ name: '', data, isCut: false })
    : codecs[protocol].readAnswer(parseJson(data));
  if (!frame) return 0;
  const usage = frame.events.find((event) => event.type === 'usage');
  return (usage?.usage.images ?? 0) + (codecs[protocol].lengthOf(frame).images ?? 0);
}

it.each([
  ['a chat', 'chat', { choices: [{ message: { images: [picture, picture] } }] }, false, 2],
  [
    'every choice',
    'chat',
    {
      choices: [
        { message: { content: [picture, { type: 'text' }] } },
        { message: { images: [picture] } },
      ],
    },
    false,
    2,
  ],
  ['a piece of a chat', 'chat', { choices: [{ delta: { images: [picture] } }] }, true, 1],
  ['a response', 'native', { object: 'response', output: [item, { type: 'message' }] }, false, 1],
  [
    'a response at its end',
    'native',
    { type: 'response.completed', response: { usage: { input_tokens: 1 }, output: [item, item] } },
    true,
    2,
  ],
  ['an item that is done', 'native', { type: 'response.output_item.done', item }, true, 1],
  [
    'an item that has begun',
    'native',
    { type: 'response.output_item.added', item: { ...item, result: null } },
    true,
    0,
  ],
  ['an answer of Gemini', 'gemini', drawn, false, 2],
  ['a piece of one', 'gemini', drawn, true, 2],
  ['text', 'chat', { choices: [{ message: { content: 'x' } }] }, false, 0],
] as const)('counts the pictures of %s', (_what, protocol, answer, isEvent, images) => {
  expect(imagesOf(protocol, answer, isEvent)).toBe(images);
});
