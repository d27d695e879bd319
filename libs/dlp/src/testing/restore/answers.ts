/** Where an answer of a conversation format says something, each place with its text. */
export interface Said {
  readonly text: string;
  readonly thinking: string;
  /** JSON of the arguments of a tool. */
  readonly args: string;
  /** In a member that stands beside the texts: annotation, citation, grounding. */
  readonly note: string;
  /** In the chat format: spoken, told once more in details, or refused. */
  readonly more: string;
}

export const FORMATS = ['chat', 'messages', 'responses', 'gemini'] as const;
export type Format = (typeof FORMATS)[number];

/** Whole answers, as providers give them. */
export const WHOLE: Readonly<Record<Format, (said: Said) => object>> = {
  chat: ({ text, thinking, args, note, more }) => ({
    id: 'c1',
    object: 'chat.completion',
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: text,
          reasoning_content: thinking,
          reasoning_details: [{ type: 'reasoning.text', text: more, index: 0 }],
          annotations: [
            { type: 'url_citation', url_citation: { title: note, url: 'https://e.org' } },
          ],
          audio: { id: 'a1', transcript: more, data: '', expires_at: 1 },
          tool_calls: [{ id: 't1', type: 'function', function: { name: 'f', arguments: args } }],
        },
      },
    ],
  }),
  messages: ({ text, args, note }) => ({
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      {
        type: 'text',
        text,
        citations: [{ type: 'char_location', cited_text: note, document_index: 0 }],
      },
      { type: 'tool_use', id: 't1', name: 'f', input: JSON.parse(args) as unknown },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  responses: (said) => responseOf(said),
  gemini: ({ text, thinking, args, note }) => ({
    candidates: [
      {
        index: 0,
        finishReason: 'STOP',
        content: {
          role: 'model',
          parts: [
            { text: thinking, thought: true },
            { text },
            { functionCall: { name: 'f', args: JSON.parse(args) as unknown } },
          ],
        },
        groundingMetadata: { groundingChunks: [{ web: { title: note, uri: 'https://e.org' } }] },
      },
    ],
  }),
};

const responseOf = ({ text, thinking, args, note }: Said, status = 'completed'): object => ({
  id: 'r1',
  object: 'response',
  created_at: 1,
  status,
  model: 'm',
  output: [
    { type: 'reasoning', id: 'rs1', summary: [{ type: 'summary_text', text: thinking }] },
    messageItem(text, note),
    callItem(args),
  ],
});

const textPart = (text: string, note: string) => ({
  type: 'output_text',
  text,
  annotations: [
    { type: 'url_citation', title: note, url: 'https://e.org', start_index: 0, end_index: 1 },
  ],
});
const messageItem = (text: string, note: string) => ({
  type: 'message',
  id: 'msg1',
  role: 'assistant',
  status: 'completed',
  content: [textPart(text, note)],
});
const callItem = (args: string) => ({
  type: 'function_call',
  id: 'fc1',
  call_id: 'call1',
  name: 'f',
  arguments: args,
  status: 'completed',
});

/** How a stream cuts a text into pieces. */
export type Cut = (text: string) => readonly string[];

/** The same answers as streams: payloads in their order, with the name of the event where there is one. */
export const STREAM: Readonly<Record<Format, (said: Said, cut: Cut) => readonly object[]>> = {
  chat({ text, thinking, args, note, more }, cut) {
    const chunk = (delta: object, reason: string | null = null) => ({
      id: 'c1',
      object: 'chat.completion.chunk',
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const call = (rest: object) => chunk({ tool_calls: [{ index: 0, ...rest }] });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...cut(thinking).map((reasoning_content) => chunk({ reasoning_content })),
      ...cut(more).map((piece) =>
        chunk({ reasoning_details: [{ type: 'x', text: piece, index: 0 }] }),
      ),
      ...cut(text).map((content) => chunk({ content })),
      chunk({ annotations: [{ type: 'url_citation', url_citation: { title: note } }] }),
      ...cut(more).map((transcript) => chunk({ audio: { transcript } })),
      call({ id: 't1', type: 'function', function: { name: 'f', arguments: '' } }),
      ...cut(args).map((piece) => call({ function: { arguments: piece } })),
      chunk({}, 'tool_calls'),
    ];
  },
  messages({ text, args, note }, cut) {
    const start = (index: number, content_block: object) => ({
      type: 'content_block_start',
      index,
      content_block,
    });
    const delta = (index: number, one: object) => ({
      type: 'content_block_delta',
      index,
      delta: one,
    });
    const stop = (index: number) => ({ type: 'content_block_stop', index });
    const citation = { type: 'char_location', cited_text: note, document_index: 0 };
    return [
      {
        type: 'message_start',
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          usage: {},
        },
      },
      start(0, { type: 'text', text: '' }),
      ...cut(text).map((piece) => delta(0, { type: 'text_delta', text: piece })),
      delta(0, { type: 'citations_delta', citation }),
      stop(0),
      start(1, { type: 'tool_use', id: 't1', name: 'f', input: {} }),
      ...cut(args).map((piece) => delta(1, { type: 'input_json_delta', partial_json: piece })),
      stop(1),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
  },
  responses(said, cut) {
    const { text, thinking, args, note } = said;
    const nothing = { text: '', thinking: '', args: '', note: '', more: '' };
    const ofText = { item_id: 'msg1', output_index: 1, content_index: 0 };
    const ofSummary = { item_id: 'rs1', output_index: 0, summary_index: 0 };
    const ofCall = { item_id: 'fc1', output_index: 2 };
    const summary = { type: 'summary_text', text: thinking };
    const items = [
      { type: 'response.created', response: { ...responseOf(nothing, 'in_progress'), output: [] } },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'reasoning', id: 'rs1', summary: [] },
      },
      {
        type: 'response.reasoning_summary_part.added',
        ...ofSummary,
        part: { ...summary, text: '' },
      },
      ...cut(thinking).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...ofSummary,
        delta,
      })),
      { type: 'response.reasoning_summary_text.done', ...ofSummary, text: thinking },
      { type: 'response.reasoning_summary_part.done', ...ofSummary, part: summary },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { type: 'reasoning', id: 'rs1', summary: [summary] },
      },
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { ...messageItem('', ''), content: [] },
      },
      {
        type: 'response.content_part.added',
        ...ofText,
        part: { type: 'output_text', text: '', annotations: [] },
      },
      ...cut(text).map((delta) => ({ type: 'response.output_text.delta', ...ofText, delta })),
      { type: 'response.output_text.done', ...ofText, text },
      { type: 'response.content_part.done', ...ofText, part: textPart(text, note) },
      { type: 'response.output_item.done', output_index: 1, item: messageItem(text, note) },
      {
        type: 'response.output_item.added',
        output_index: 2,
        item: { ...callItem(''), status: 'in_progress' },
      },
      ...cut(args).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...ofCall,
        delta,
      })),
      { type: 'response.function_call_arguments.done', ...ofCall, arguments: args },
      { type: 'response.output_item.done', output_index: 2, item: callItem(args) },
      { type: 'response.completed', response: responseOf(said) },
    ];
    return items.map((item, sequence_number) => ({ ...item, sequence_number }));
  },
  gemini({ text, thinking, args, note }, cut) {
    const chunk = (parts: readonly object[], rest: object = {}) => ({
      candidates: [{ index: 0, content: { role: 'model', parts }, ...rest }],
    });
    return [
      ...cut(thinking).map((piece) => chunk([{ text: piece, thought: true }])),
      ...cut(text).map((piece) => chunk([{ text: piece }])),
      chunk([{ functionCall: { name: 'f', args: JSON.parse(args) as unknown } }]),
      chunk([], {
        finishReason: 'STOP',
        groundingMetadata: { groundingChunks: [{ web: { title: note, uri: 'https://e.org' } }] },
      }),
    ];
  },
};
