import { applyEdits, parseJson } from '#kernel';
import { describe, expect, it } from 'vitest';
import { withoutCacheCounts } from './hide-cache-counts.js';
import type { ReplyEvent, ReplyFrame } from './reply.js';
import { NO_USAGE } from './usage.js';

const aFrame = (payload: object, events: readonly ReplyEvent[] = []): ReplyFrame => ({
  document: parseJson(JSON.stringify(payload)),
  edits: [],
  events,
});
const shown = (payload: object, protocol: 'messages' | 'gemini' | 'chat') => {
  const { document, edits } = withoutCacheCounts(aFrame(payload), protocol);
  return JSON.parse(applyEdits(document?.text ?? '', edits)) as unknown;
};

describe('an answer on a shared credential', () => {
  it('shows what the cache gave and took as input', () => {
    const counted = {
      input_tokens: 3,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 100,
      cache_creation: { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 },
      output_tokens: 7,
    };
    const plain = {
      input_tokens: 123,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: 7,
    };
    expect(shown({ usage: counted, id: 'm' }, 'messages')).toEqual({ usage: plain, id: 'm' });
    expect(shown({ message: { usage: counted } }, 'messages')).toEqual({
      message: { usage: plain },
    });
  });

  it('shows a count that names no input as none', () => {
    const usage = { output_tokens: 1, cache_read_input_tokens: 5 };
    expect(shown({ usage }, 'messages')).toEqual({
      usage: { output_tokens: 1, cache_read_input_tokens: 0 },
    });
  });

  it('shows none of the passes that a request took', () => {
    const iterations = [{ type: 'compaction', input_tokens: 3, cache_read_input_tokens: 5 }];
    expect(shown({ usage: { input_tokens: 1, iterations } }, 'messages')).toEqual({
      usage: {
        input_tokens: 1,
        iterations: [{ type: 'compaction', input_tokens: 8, cache_read_input_tokens: 0 }],
      },
    });
  });

  it('shows none of Gemini’s, whose prompt holds them already', () => {
    const usageMetadata = {
      promptTokenCount: 50,
      cachedContentTokenCount: 30,
      cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 30 }],
    };
    expect(shown({ usageMetadata }, 'gemini')).toEqual({
      usageMetadata: { promptTokenCount: 50, cachedContentTokenCount: 0, cacheTokensDetails: [] },
    });
  });

  it('tells writers of other formats the same', () => {
    const usage = {
      ...NO_USAGE,
      inputTotal: 123,
      cacheRead: 20,
      cacheWrite5m: 60,
      cacheWrite1h: 40,
    };
    const event = { type: 'usage', usage, isWholeFrame: false } as const;
    const { events } = withoutCacheCounts(aFrame({}, [{ type: 'done' }, event]), 'messages');
    expect(events).toEqual([
      { type: 'done' },
      { ...event, usage: { ...NO_USAGE, inputTotal: 123 } },
    ]);
  });

  it('is the very frame where nothing is counted', () => {
    const frame = aFrame({ usage: { input_tokens: 3 } });
    expect(withoutCacheCounts(frame, 'messages')).toBe(frame);
  });
});
