import fc from 'fast-check';
import type { Conversation, RequestPart } from '#wire';

/** Conversations as callers and their clients really make them: cut, out of order, of every kind of part. */

const text = fc
  .constantFrom('Hi', '', ' ', 'Ünïcode\n"quoted"', '<b>')
  .map((said): RequestPart => ({
    type: 'text',
    text: said,
  }));
const png = { kind: 'base64', mime: 'image/png', data: 'iVBORw0KGgo=' } as const;
const source = fc.constantFrom(png, { kind: 'url', url: 'https://example.org/a.png' } as const);
const image = source.map((at): RequestPart => ({ type: 'image', source: at }));
const file = fc
  .constantFrom(
    { kind: 'text', text: 'A file.' } as const,
    {
      kind: 'base64',
      mime: 'text/plain',
      data: 'QQ==',
    } as const,
  )
  .map((at): RequestPart => ({ type: 'file', source: at, filename: 'a.txt' }));
const id = fc.constantFrom('a', 'call_0123456789', 'toolu_1', 'D681PevKs');
const call = fc.record({
  type: fc.constant('tool_call' as const),
  id,
  name: fc.constant('f'),
  input: fc.constantFrom('{}', '', '{"a":1}', 'no JSON'),
  isCustom: fc.boolean(),
});
const result = fc.record({
  type: fc.constant('tool_result' as const),
  id,
  isError: fc.boolean(),
  parts: fc.array(fc.oneof(text, image), { maxLength: 2 }),
});
const thought = fc.record({
  type: fc.constant('thinking' as const),
  text: fc.constantFrom('Hm.', ''),
});

const user = fc.array(fc.oneof(text, image, file, result), { maxLength: 4 });
const assistant = fc.array(fc.oneof(text, call, thought), { maxLength: 4 });
const turn = fc.oneof(
  fc.record({ role: fc.constant('user' as const), parts: user }),
  fc.record({ role: fc.constant('assistant' as const), parts: assistant }),
  fc.record({ role: fc.constant('system' as const), parts: fc.array(text, { maxLength: 2 }) }),
);

const schema = '{"type":"object","properties":{"a":{"type":"string"}}}';

/** Whole, so that a provider could answer: it ends with the user, and says who is asked. */
export const anyConversation: fc.Arbitrary<Conversation> = fc.record(
  {
    model: fc.constant('m'),
    isStreaming: fc.boolean(),
    system: fc.array(text, { maxLength: 2 }),
    turns: fc
      .array(turn, { maxLength: 6 })
      .map((turns) => [
        ...turns,
        { role: 'user' as const, parts: [{ type: 'text', text: 'So?' }] },
      ]),
    tools: fc.constantFrom(
      [],
      [{ name: 'f', isCustom: false, schema }],
      [{ name: 'f', isCustom: true }],
    ),
    toolChoice: fc.constantFrom(
      { mode: 'auto' },
      { mode: 'none' },
      { mode: 'required' },
      { mode: 'one', name: 'f' },
    ),
    parallelTools: fc.boolean(),
    sampling: fc.record(
      {
        tokensMax: fc.constant(100),
        choices: fc.constant(1),
        temperature: fc.constantFrom(0, 0.5, 2),
        topP: fc.constantFrom(0, 0.5, 1),
        topK: fc.constant(5),
        stop: fc.constant(['END']),
        seed: fc.constantFrom(0, 7),
        frequencyPenalty: fc.constantFrom(-2, 0.5, 2),
        presencePenalty: fc.constantFrom(-2, 0.5, 2),
      },
      { requiredKeys: [] },
    ),
    verbosity: fc.constant('low'),
    output: fc.constantFrom(
      { type: 'text' },
      { type: 'json' },
      {
        type: 'json_schema',
        name: 'x',
        schema,
        isStrict: true,
      },
    ),
    cacheKey: fc.constant('k'),
    serviceTier: fc.constantFrom('auto', 'flex'),
    endUser: fc.constant('u'),
    metadata: fc.constantFrom({}, { a: 'b' }),
  },
  { requiredKeys: ['model', 'isStreaming', 'system', 'turns', 'tools', 'sampling', 'metadata'] },
) as fc.Arbitrary<Conversation>;
