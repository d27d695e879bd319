import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox-server.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 });
});
afterAll(() => sandbox.close());

const TEXT = 'one END two STOP three';
const said = [{ role: 'user', content: TEXT }];
const parts = [{ text: TEXT }];

async function ask(path: string, body: object): Promise<string> {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, text]);
  return text;
}

const CONVERSE = '/model/us.anthropic.claude-sonnet-4-5-echo/converse';
const STOPS = ['STOP', 'END'];
const inMessages = {
  model: 'echo',
  max_tokens: 99,
  messages: said,
  stop_sequences: STOPS,
};
const inConverse = (place: string) => ({
  messages: [{ role: 'user', content: parts }],
  inferenceConfig: { stopSequences: STOPS },
  additionalModelResponseFieldPaths: [place],
});
const inGemini = {
  contents: [{ role: 'user', parts }],
  generationConfig: { stopSequences: STOPS },
};
const inChat = { model: 'echo', messages: said, stop: STOPS };

describe('an answer that a stop sequence ends', () => {
  it.each([
    ['/v1/messages', inMessages, '"stop_reason":"stop_sequence","stop_sequence":"END"'],
    [
      CONVERSE,
      inConverse('/stop_sequence'),
      '"additionalModelResponseFields":{"stop_sequence":"END"}',
    ],
    [CONVERSE, inConverse('/x'), '"stopReason":"stop_sequence","usage"'],
    ['/v2/chat', { model: 'echo', messages: said, stop_sequences: STOPS }, '"STOP_SEQUENCE"'],
    ['/v1beta/models/echo:generateContent', inGemini, '"finishReason":"STOP"'],
    ['/v1/chat/completions', inChat, '"finish_reason":"stop"'],
    ['/mistral/v1/chat/completions', inChat, '"finish_reason":"stop"'],
    ['/v1/completions', { model: 'echo', prompt: TEXT, stop: STOPS }, '"finish_reason":"stop"'],
  ])('says so where the format can: %s %j', async (path, body, end) => {
    const text = await ask(path, body);
    expect(text).toContain(end);
    expect(text).toContain('one ');
    expect(text).not.toContain('two');
  });

  it('says so at the end of a stream', async () => {
    const text = await ask('/v1/messages', { ...inMessages, stream: true });
    expect(text).toContain('"stop_reason":"stop_sequence","stop_sequence":"END"');
    const frames = await ask(`${CONVERSE}-stream`, inConverse('/delta/stop_sequence'));
    expect(frames).toContain('"additionalModelResponseFields":{"delta":{"stop_sequence":"END"}}');
  });

  it('says nothing of one that was never reached, or that a limit came before', async () => {
    const none = await ask('/v1/messages', { ...inMessages, stop_sequences: ['NEVER'] });
    expect(none).toContain('"stop_reason":"end_turn","stop_sequence":null');
    const cut = await ask('/v1/messages', {
      ...inMessages,
      max_tokens: 1,
      stop_sequences: ['STOP'],
    });
    expect(cut).toContain('"stop_reason":"max_tokens","stop_sequence":null');
  });
});

describe('several answers', () => {
  const several = { contents: inGemini.contents, generationConfig: { candidateCount: 2 } };

  it.each([
    ['/v1beta/models/echo:generateContent', several, 'candidates', 'index'],
    ['/v1/chat/completions', { model: 'echo', messages: said, n: 2 }, 'choices', 'index'],
    ['/mistral/v1/chat/completions', { model: 'echo', messages: said, n: 2 }, 'choices', 'index'],
    ['/v1/completions', { model: 'echo', prompt: TEXT, n: 2 }, 'choices', 'index'],
  ])('are as many as were asked for: %s', async (path, body, list, name) => {
    const answer = JSON.parse(await ask(path, body)) as Record<string, Record<string, number>[]>;
    expect(answer[list]?.map((one) => one[name])).toEqual([0, 1]);
  });

  it.each([
    ['/v1beta/models/echo:streamGenerateContent', several],
    ['/mistral/v1/chat/completions', { model: 'echo', messages: said, n: 2, stream: true }],
  ])('come side by side in a stream, and are all counted: %s', async (path, body) => {
    const text = await ask(path, body);
    for (const index of [0, 1]) expect(text).toMatch(new RegExp(`"index":${index}\\b`));
    const counts = [...text.matchAll(/"(?:candidatesTokenCount|completion_tokens)":(\d+)/g)];
    expect(Number(counts.at(-1)?.[1])).toBe(2 * Math.ceil(TEXT.length / 4));
  });

  it('are no pictures', async () => {
    const body = {
      contents: inGemini.contents,
      generationConfig: { candidateCount: 2, responseModalities: ['IMAGE'] },
    };
    const answer = await fetch(`${sandbox.url}/v1beta/models/image:generateContent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
  });
});
