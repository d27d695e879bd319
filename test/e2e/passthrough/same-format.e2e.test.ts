import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';

/** Where caller and provider speak one format, nothing is read and written anew: odd spellings come through. */
const provider = await ReplayServer.start();
afterAll(() => provider.close());
const models = [{ id: 'm-1', price: 'free' }];
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models },
    { name: 'claude', family: 'anthropic', base_url: `${provider.url}/v1`, models },
    { name: 'google', family: 'gemini', base_url: `${provider.url}/v1beta`, models },
  ],
});
beforeEach(() => {
  provider.received.length = 0;
});

const ODD = '"x_vendor" :{"b":1,"a":[1e3, -0.0, 12345678901234567890, "\\u00e9\\/"]}';
const SIGNATURE = 'Eq+/MC4=';

interface Format {
  readonly name: string;
  readonly path: (verb: 'whole' | 'streamed') => string;
  /** @param model as a request names it */
  readonly request: (model: string, isStreaming: boolean) => string;
  readonly model: string;
  readonly answer: string;
  readonly stream: string;
}

const formats: readonly Format[] = [
  {
    name: 'chat',
    model: 'plain/m-1',
    path: () => '/v1/chat/completions',
    request: (model, isStreaming) =>
      `{ ${ODD},\n "stream" : ${isStreaming}, ${isStreaming ? '"stream_options":{"include_usage":true},' : ''} "messages":[ {"content":"Hi","role":"user"} ], "model":"${model}", "seed": 12345678901234567890 }`,
    answer: `{ "choices":[{"finish_reason":"stop","message":{"content":"Hi","role":"assistant"},"index":0}], ${ODD}, "model":"plain/m-1","object":"chat.completion","id":"x" }`,
    stream: [
      `data: {"id":"x", ${ODD}, "model":"plain/m-1","choices":[{"delta":{"content":"\\u0048i","role":"assistant"},"index":0}]}`,
      `data: {"id":"x","model":"plain/m-1","choices":[{"delta":{},"finish_reason":"stop","index":0}]}`,
      `data: {"id":"x","model":"plain/m-1","usage":{"total_tokens":3,"prompt_tokens":1,"completion_tokens":2, ${ODD}},"choices":[]}`,
      'data: [DONE]',
    ].join('\n\n'),
  },
  {
    name: 'messages',
    model: 'claude/m-1',
    path: () => '/v1/messages',
    request: (model, isStreaming) =>
      `{ ${ODD}, "messages":[ {"content":"Hi","role":"user"},\n {"role":"assistant","content":[{"signature":"${SIGNATURE}","thinking":"é","type":"thinking"},{"data":"${SIGNATURE}","type":"redacted_thinking"},{"type":"text","text":"a"}]}, {"role":"user","content":"Hi"} ], "stream" : ${isStreaming}, "model":"${model}", "max_tokens": 9 }`,
    answer: `{ ${ODD}, "content":[{"signature":"${SIGNATURE}","thinking":"é","type":"thinking"},{"text":"Hi","type":"text"}], "model":"claude/m-1","role":"assistant","type":"message","id":"x","stop_reason":"end_turn","usage":{"output_tokens":2,"input_tokens":1} }`,
    stream: [
      `event: message_start\ndata: {"message":{ ${ODD}, "model":"claude/m-1","id":"x","content":[],"usage":{"input_tokens":1,"output_tokens":1}},"type":"message_start"}`,
      'event: content_block_start\ndata: {"index":0,"content_block":{"thinking":"","signature":"","type":"thinking"},"type":"content_block_start"}',
      `event: content_block_delta\ndata: {"index":0, "delta":{"signature":"${SIGNATURE}","type":"signature_delta"},"type":"content_block_delta"}`,
      'event: content_block_stop\ndata: {"index":0,"type":"content_block_stop"}',
      'event: message_delta\ndata: {"usage":{"output_tokens":2},"delta":{"stop_reason":"end_turn"},"type":"message_delta"}',
      'event: message_stop\ndata: {"type":"message_stop" }',
    ].join('\n\n'),
  },
  {
    name: 'gemini',
    model: 'google/m-1',
    path: (verb) =>
      `/v1beta/models/google/m-1:${verb === 'streamed' ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    request: () =>
      `{ ${ODD}, "contents":[ {"parts":[{"text":"Hi"}],"role":"user"}, {"parts":[{"thoughtSignature":"${SIGNATURE}","functionCall":{"name":"f","args":{"n":12345678901234567890}}}],"role":"model"}, {"role":"user","parts":[{"functionResponse":{"response":{"n": 1.0},"name":"f"}}]} ] }`,
    answer: `{ ${ODD}, "modelVersion":"google/m-1","candidates":[{"finishReason":"STOP","content":{"parts":[{"thoughtSignature":"${SIGNATURE}","text":"Hi"}],"role":"model"}}] }`,
    stream: [
      `data: { ${ODD}, "modelVersion":"google/m-1","candidates":[{"content":{"parts":[{"thoughtSignature":"${SIGNATURE}","text":"\\u0048i"}],"role":"model"}}]}`,
      'data: {"usageMetadata":{"totalTokenCount":3,"promptTokenCount":1,"candidatesTokenCount":2},"modelVersion":"google/m-1","candidates":[{"finishReason":"STOP"}]}',
    ].join('\n\n'),
  },
];

describe.each(formats)('in the format $name', ({ path, request, model, answer, stream }) => {
  it('a whole call goes through byte for byte, but for the name of the model', async () => {
    provider.answer = () => json(answer);
    const { status, text } = await gateway.post(path('whole'), request(model, false));
    expect(status).toBe(200);
    expect(text).toBe(answer);
    expect(provider.received[0]?.body.toString()).toBe(request('m-1', false));
  });

  it('a stream does, too', async () => {
    provider.answer = () => events([Buffer.from(`${stream}\n\n`)]);
    const { status, text } = await gateway.post(path('streamed'), request(model, true));
    expect(status).toBe(200);
    expect(text).toBe(`${stream}\n\n`);
    expect(provider.received[0]?.body.toString()).toBe(request('m-1', true));
  });
});
