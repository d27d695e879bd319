import { expect, it } from 'vitest';
import { parseJson, runAtOnce, type JsonString } from '#kernel';
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

it('shows the words of news, and not what they are of', () => {
  const params = { progressToken: '4111111111111111', progress: 1, message: 'Reading' };
  expect(shownOf({ method: 'notifications/progress', params })).toEqual(['Reading']);
  expect(shownOf({ method: 'notifications/progress', params: { progress: 1 } })).toEqual([]);
});
