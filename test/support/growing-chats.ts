export const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const user = { role: 'user', content: 'x' };
const called = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const tool = (name: string, parameters: object) => ({
  type: 'function',
  function: { name, parameters },
});

/** Chats that grow in one way each: what is looked up, joined or repaired while they are translated. */
export const GROWING_CHATS: Readonly<Record<string, (count: number) => object>> = {
  'turns of one role': (count) => ({ messages: many(count, () => user) }),
  'answers without questions': (count) => ({
    messages: many(count, () => ({ role: 'assistant', content: 'x' })),
  }),
  'turns that alternate': (count) => ({
    messages: many(count, (at) => ({ role: at % 2 ? 'assistant' : 'user', content: 'x' })),
  }),
  instructions: (count) => ({
    messages: [user, ...many(count, () => ({ role: 'system', content: 'x' }))],
  }),
  'parts of a turn': (count) => ({
    messages: [{ role: 'user', content: many(count, () => ({ type: 'text', text: 'x' })) }],
  }),
  'calls and their results': (count) => ({
    messages: [
      user,
      { role: 'assistant', tool_calls: many(count, (at) => called(`c${at}`)) },
      ...many(count, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'x' })),
    ],
  }),
  'calls of one id': (count) => ({
    messages: [user, { role: 'assistant', tool_calls: many(count, () => called('c')) }],
  }),
  'ids that no format takes': (count) => ({
    messages: [
      user,
      { role: 'assistant', tool_calls: many(count, (at) => called(`${'!'.repeat(70)}${at}`)) },
    ],
  }),
  'results of nothing': (count) => ({
    messages: [
      user,
      ...many(count, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'x' })),
    ],
  }),
  'tools of odd names': (count) => ({
    messages: [user],
    tools: many(count, (at) => tool(`f.${at}${'x'.repeat(70)}`, { type: 'object' })),
  }),
  'members of a schema': (count) => ({
    messages: [user],
    tools: [
      tool('f', {
        type: 'object',
        properties: Object.fromEntries(
          many(Math.min(count, 9_000), (at) => [`p${at}`, { anyOf: [{ type: 'string' }] }]),
        ),
      }),
    ],
  }),
  'demands of a schema': (count) => ({
    messages: [user],
    tools: [
      tool('f', {
        properties: { a: {} },
        allOf: [
          { required: many(count, (at) => `p${at}`) },
          ...many(count, () => ({ required: ['a'] })),
        ],
      }),
    ],
  }),
  'references of a schema': (count) => ({
    messages: [user],
    tools: [
      tool('f', {
        $defs: { a: { type: 'string' } },
        properties: Object.fromEntries(
          many(Math.min(count, 9_000), (at) => [`p${at}`, { $ref: '#/$defs/a' }]),
        ),
      }),
    ],
  }),
};
