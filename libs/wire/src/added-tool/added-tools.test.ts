import { describe, expect, it } from 'vitest';
import { parseJson, runAtOnce } from '#kernel';
import type { ConversationProtocol } from '../protocol.js';
import { addedTools } from './added-tools.js';

const TOOL = {
  name: 'find',
  description: 'Finds.',
  schema: '{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}',
};
const RESULT = { id: 'c1', name: 'find', text: 'Here.', isError: false };

interface Case {
  readonly bare: string;
  readonly withTool: string;
  readonly answer: string;
  readonly told: unknown;
  readonly none: object;
}

/** A request as its caller spelled it, one with a tool of the caller's, and what a round adds. */
const CASES: Readonly<Record<ConversationProtocol, Case>> = {
  chat: {
    bare: '{"model" : "m", "messages":[{"role":"user","content":"a\\u00e9"}]}',
    withTool:
      '{"messages":[ {"role":"user","content":"a"} ],"tools":[{"type":"function","function":{"name":"own"}}]}',
    answer: '{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[]}}]}',
    told: [
      { role: 'user' },
      { role: 'assistant', tool_calls: [] },
      { role: 'tool', tool_call_id: 'c1', content: 'Here.' },
    ],
    none: { tool_choice: 'none' },
  },
  messages: {
    bare: '{"model" : "m", "messages":[{"role":"user","content":"a\\u00e9"}]}',
    withTool: '{"messages":[ {"role":"user","content":"a"} ],"tools":[{"name":"own"}]}',
    answer:
      '{"content":[{"type":"thinking","thinking":"","signature":""},{"type":"tool_use","id":"c1","name":"find","input":{}}]}',
    told: [
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Here.' }] },
    ],
    none: { tool_choice: { type: 'none' } },
  },
  gemini: {
    bare: '{"contents":[{"role":"user","parts":[{"text":"a\\u00e9"}]}]}',
    withTool:
      '{"contents":[ {"parts":[{"text":"a"}]} ],"tools":[{"functionDeclarations":[{"name":"own"}]}]}',
    answer: '{"candidates":[{"content":{"role":"model","parts":[]}}]}',
    told: [
      { parts: [{}] },
      { role: 'model' },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'c1', name: 'find', response: { output: 'Here.' } } }],
      },
    ],
    none: { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
  },
  responses: {
    bare: '{"model" : "m", "input":"a\\u00e9"}',
    withTool:
      '{"input":[ {"role":"user","content":"a"} ],"tools":[{"type":"function","name":"own"}]}',
    answer:
      '{"output":[{"type":"reasoning","summary":[]},{"type":"message","content":[{"type":"output_text","text":"b"}]},{"type":"function_call","id":"fc_1","call_id":"c1","name":"find","arguments":"{}"}]}',
    told: [
      { role: 'user' },
      { role: 'assistant', content: 'b' },
      { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'Here.' },
    ],
    none: { tool_choice: 'none' },
  },
};

describe.each(Object.keys(CASES) as ConversationProtocol[])('in the format %s', (format) => {
  const { refusal, add, goOn, withdraw } = addedTools[format];
  const { bare, withTool, answer, told, none } = CASES[format];
  const added = (text: string) => runAtOnce(add(parseJson(text), TOOL));

  it('a tool is added, and all else stays as its caller spelled it', () => {
    for (const text of [bare, withTool]) {
      const document = added(text);
      expect(refusal(parseJson(text).root, 'find')).toBeUndefined();
      expect(refusal(document.root, 'find')).toBe('defined');
      for (const piece of text.split(/[[\]]/)) expect(document.text).toContain(piece.slice(1, -1));
    }
  });

  it('the request goes on with what the model said and what was found', () => {
    for (const text of [bare, withTool]) {
      const document = runAtOnce(goOn(added(text), parseJson(answer), [RESULT]));
      const { messages, contents, input } = JSON.parse(document.text) as Record<string, unknown>;
      expect(messages ?? contents ?? input).toMatchObject(told as object);
    }
    const { text } = runAtOnce(
      goOn(added(bare), parseJson(answer), [{ ...RESULT, text: 'Wrong.', isError: true }]),
    );
    expect(text).toContain('Wrong.');
  });

  it('it is taken back: alone it stays, and none may be called', () => {
    expect(JSON.parse(runAtOnce(withdraw(added(bare), 'find')).text)).toMatchObject(none);
    const left = runAtOnce(withdraw(added(withTool), 'find'));
    expect(refusal(left.root, 'find')).toBeUndefined();
    expect(JSON.parse(left.text)).toEqual(JSON.parse(withTool));
  });
});

it('is no matter of requests with the functions of before', () => {
  for (const more of ['"functions":[{"name":"f"}]', '"function_call":"auto"']) {
    const { root } = parseJson(`{"messages":[],${more}}`);
    expect(addedTools.chat.refusal(root, 'find')).toBe('skip');
  }
});
