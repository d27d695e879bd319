import { describe, expect, it } from 'vitest';
import { parseJson, runAtOnce, type JsonScalar, type JsonString } from '#kernel';
import { mcpTexts } from './texts.js';

/** The strings that data protection is shown. */
function shownOf(message: object): readonly string[] {
  const shown: string[] = [];
  const { root } = parseJson(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
  const text = ({ value }: JsonString) => void shown.push(value);
  runAtOnce(mcpTexts.visitAnswer(root, { text, key: () => undefined }));
  return shown.toSorted();
}

it('shows all of a result and of an error', () => {
  expect(
    shownOf({ result: { content: [{ type: 'text', text: 'a' }], more: { deep: 'b' } } }),
  ).toEqual(['a', 'b', 'text']);
  expect(shownOf({ error: { code: -1, message: 'c', data: { uri: 'd' } } })).toEqual(['c', 'd']);
});

it('leaves out the sealed state of a result that asks for more, and nothing else of that name', () => {
  const inputRequests = { who: { params: { message: 'Who?', requestState: 'inner' } } };
  expect(
    shownOf({ result: { resultType: 'input_required', requestState: 'sealed', inputRequests } }),
  ).toEqual(['Who?', 'inner', 'input_required']);
  expect(shownOf({ result: { resultType: 'complete', requestState: 'words' } })).toEqual([
    'complete',
    'words',
  ]);
  expect(shownOf({ result: { requestState: 'words' } })).toEqual(['words']);
});

it('shows what there is of news beside what they are of', () => {
  const params = { progressToken: '4111111111111111', progress: 1, message: 'Reading' };
  expect(shownOf({ method: 'notifications/progress', params })).toEqual(['Reading']);
  expect(shownOf({ method: 'notifications/progress', params: { progress: 1 } })).toEqual([]);
  const numbers: unknown[] = [];
  const { root } = parseJson(
    JSON.stringify({ params: { progressToken: 4111111111111111, progress: 5, total: 6 } }),
  );
  const number = ({ value }: JsonScalar) => void numbers.push(value);
  runAtOnce(mcpTexts.visitAnswer(root, { text: () => undefined, key: () => undefined, number }));
  expect(new Set(numbers)).toEqual(new Set([5, 6]));
});

describe('bytes', () => {
  const BASE64 = 'QUJD'.repeat(40);

  it.each([
    ['of a picture', { content: [{ type: 'image', data: BASE64 }] }],
    ['of a sound in a prompt', { messages: [{ content: { type: 'audio', data: BASE64 } }] }],
  ])('%s are none of its texts', (_what, result) => {
    expect(shownOf({ result })).not.toContain(BASE64);
  });

  it.each([
    ['with words behind them', { content: [{ type: 'image', data: `${BASE64},words` }] }],
    ['that are none', { content: [{ type: 'image', data: '4111111111111111' }] }],
    ['of another block', { content: [{ type: 'text', data: BASE64 }] }],
    ['in what a tool says for programs', { structuredContent: { type: 'image', data: BASE64 } }],
    ['under a signature', { a: { type: 'thinking', thinking: BASE64, signature: 'x' } }],
  ])('%s are looked at', (_what, result) => {
    const isShown = (text: string) => text.startsWith(BASE64) || text === '4111111111111111';
    expect(shownOf({ result }).some(isShown)).toBe(true);
  });
});
