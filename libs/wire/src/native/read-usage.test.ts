import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { NO_USAGE } from '../usage.js';
import { readNativeUsage } from './read-usage.js';

const read = (payload: unknown) => readNativeUsage(parseJson(JSON.stringify(payload)))?.usage;

const responses = {
  input_tokens: 36,
  input_tokens_details: {
    cached_tokens: 4,
    cache_write_tokens: 12,
    cache_write_tokens_details: { ttl_30m_tokens: 2, ttl_12h_tokens: 10 },
  },
  output_tokens: 87,
  output_tokens_details: { reasoning_tokens: 64 },
};
const counted = {
  inputTotal: 36,
  cacheRead: 4,
  cacheWrite5m: 2,
  cacheWrite1h: 10,
  outputTotal: 87,
  reasoning: 64,
};

it.each([
  ['embeddings', { data: [{ embedding: [1] }], usage: { prompt_tokens: 8 } }, { inputTotal: 8 }],
  ['a response', { object: 'response', usage: responses }, counted],
  [
    'an event of a response',
    { type: 'response.completed', response: { usage: responses } },
    counted,
  ],
  [
    'images by tokens',
    {
      data: [{ b64_json: 'x' }, { url: 'https://a' }],
      usage: { input_tokens: 9, output_tokens: 5, input_tokens_details: { image_tokens: 3 } },
    },
    { inputTotal: 9, imageIn: 3, outputTotal: 5, images: 2 },
  ],
  ['images alone', { created: 1, data: [{ b64_json: 'x' }] }, { images: 1 }],
  ['audio by time', { text: 'x', usage: { type: 'duration', seconds: 37 } }, { seconds: 37 }],
  ['audio by its length', { text: 'x', duration: 36.7 }, { seconds: 37 }],
  [
    'audio by tokens',
    {
      text: 'x',
      usage: {
        type: 'tokens',
        input_tokens: 14,
        input_token_details: { audio_tokens: 14 },
        output_tokens: 3,
      },
    },
    { inputTotal: 14, audioIn: 14, outputTotal: 3 },
  ],
])('counts %s', (_name, payload, expected) => {
  expect(read(payload)).toEqual({ ...NO_USAGE, ...expected });
});

it.each([
  { results: [{ flagged: false }] },
  { object: 'list', data: [{ id: 'gpt-5' }] },
  { type: 'response.created', response: { usage: null } },
  { duration: 3 },
  [],
  'text',
])('finds nothing to count in %j', (payload) => {
  expect(read(payload)).toBeUndefined();
});
