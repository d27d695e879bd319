import { GatewayError, parseJson, runAtOnce } from '#kernel';
import { describe, expect, it } from 'vitest';
import {
  chatRequests,
  geminiRequests,
  messagesRequests,
  responsesRequests,
} from '../../../../test/support/recordings.js';
import { geminiTexts } from '../gemini/texts.js';
import { withCamelNames } from '../gemini/camel-names.js';
import type { ConversationProtocol, Protocol, SpokenProtocol } from '../protocol.js';
import { checkTranslatable } from './check-translatable.js';

type Fields = Readonly<Record<string, unknown>>;

function faultOf(said: SpokenProtocol, fields: Fields, target: Protocol): unknown {
  try {
    checkTranslatable(said, parseJson(JSON.stringify(fields)), target);
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    expect(error.key).toBe('field_invalid');
    return error.details.param;
  }
}

const ELSEWHERE: Readonly<Record<SpokenProtocol, Protocol>> = {
  completions: 'messages',
  chat: 'messages',
  messages: 'chat',
  gemini: 'messages',
  responses: 'messages',
};
const hi = { type: 'text', text: 'Hi' };
const chat = (part: object, role = 'user') => ({ messages: [{ role, content: [hi, part] }] });
const said = { type: 'input_text', text: 'Hi' };
const input = (part: object) => ({ input: [{ role: 'user', content: [said, part] }] });
const contents = (part: object, role = 'user') => ({
  contents: [{ role, parts: [{ text: 'Hi' }, part] }],
});
const result = { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'imge' }] };
const search = { type: 'web_search_20250305', name: 'web_search' };

describe('what nobody can read', () => {
  it.each<[SpokenProtocol, Fields, string]>([
    ['chat', chat({ type: 'imge_url' }), 'messages[0].content[1].type'],
    ['chat', chat({ text: 'Hi' }), 'messages[0].content[1].type'],
    ['chat', chat(hi, 'assitant'), 'messages[0].role'],
    ['chat', { temperature: 'hot' }, 'temperature'],
    ['chat', { response_format: { type: 'json_schma' } }, 'response_format.type'],
    ['messages', chat({ type: 'imge' }), 'messages[0].content[1].type'],
    ['messages', chat(result), 'messages[0].content[1].content[0].type'],
    ['messages', chat(hi, 'usr'), 'messages[0].role'],
    ['messages', { system: [{ type: 'txt' }] }, 'system[0].type'],
    ['messages', { top_k: '1' }, 'top_k'],
    ['messages', { tools: [search], tool_choice: { type: 'any' } }, 'tool_choice'],
    ['gemini', contents({ txt: 'Hi' }), 'contents[0].parts[1]'],
    ['gemini', contents({ text: 'Hi' }, 'usr'), 'contents[0].role'],
    ['gemini', { generationConfig: { topP: 'hot' } }, 'generationConfig.topP'],
    ['responses', input({ type: 'input_imge' }), 'input[0].content[1].type'],
    ['responses', { input: [{ type: 'mesage', role: 'user', content: 'Hi' }] }, 'input[0].type'],
    ['responses', { input: [{ role: 'usr', content: 'Hi' }] }, 'input[0].role'],
    ['responses', { text: { format: { type: 'json_schma' } } }, 'text.format.type'],
    ['responses', { tools: [{ type: 'web_search' }], tool_choice: 'required' }, 'tool_choice'],
    ['completions', { prompt: 'Hi', temperature: 'hot' }, 'temperature'],
    ['completions', { prompt: 'Hi', seed: {} }, 'seed'],
    ['completions', { prompt: 'Hi', stop: ['a', 1] }, 'stop[1]'],
    ['chat', { stop: 1 }, 'stop'],
    ['messages', { stop_sequences: ['a', null] }, 'stop_sequences[1]'],
    ['gemini', { generationConfig: { stopSequences: [1] } }, 'generationConfig.stopSequences[0]'],
    ['chat', chat({ type: 'input_audio', input_audio: 'AAAA' }), 'messages[0].content[1]'],
  ])('of %s is refused where it stands: %j', (format, fields, param) => {
    expect(faultOf(format, fields, ELSEWHERE[format])).toBe(param);
  });
});

const ANY = { functionCallingConfig: { mode: 'ANY' } };
const google = { googleSearch: {} };
const own = { functionDeclarations: [{ name: 'f' }] };
const allowing = (name: string) => ({
  functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [name] },
});
const MODE = 'toolConfig.functionCallingConfig.mode';

describe('a model of Gemini that must call a tool', () => {
  it.each<[Fields, string | undefined]>([
    [{ tools: [google], toolConfig: ANY }, MODE],
    [{ tools: [{ functionDeclarations: [] }, google], toolConfig: ANY }, MODE],
    [
      { tools: [own], toolConfig: allowing('g') },
      'toolConfig.functionCallingConfig.allowedFunctionNames[0]',
    ],
    [{ tools: [own, google], toolConfig: ANY }, undefined],
    [{ tools: [own], toolConfig: allowing('f') }, undefined],
    [{ tools: [google] }, undefined],
    [{ toolConfig: ANY }, undefined],
  ])('%j has one of the caller, or is refused at %s', (fields, param) => {
    expect(faultOf('gemini', fields, 'messages')).toBe(param);
  });
});

describe('a word that is misspelt', () => {
  const said = { type: 'output_txt', text: 'Hi' };
  it.each<[ConversationProtocol, Fields, string]>([
    ['chat', chat({ type: 'txt' }, 'assistant'), 'messages[0].content[1].type'],
    ['chat', chat({ type: 'thinkng' }, 'assistant'), 'messages[0].content[1].type'],
    ['messages', chat({ type: 'tool_usee' }, 'assistant'), 'messages[0].content[1].type'],
    ['gemini', contents({ functionCal: {} }, 'model'), 'contents[0].parts[1]'],
    ['responses', { input: [{ role: 'assistant', content: [said] }] }, 'input[0].content[0].type'],
    ['responses', { input: [{ type: 'functon_call' }] }, 'input[0].type'],
    ['responses', { input: [{ type: 'function_call_ouput' }] }, 'input[0].type'],
    ['chat', { tools: [{ type: 'functon', function: { name: 'f' } }] }, 'tools[0].type'],
    ['chat', { tools: [{ type: 'function', functon: { name: 'f' } }] }, 'tools[0].function'],
    ['messages', { tools: [{ type: 'custm', name: 'f' }] }, 'tools[0].type'],
    ['responses', { tools: [{ type: 'functions', name: 'f' }] }, 'tools[0].type'],
    ['gemini', { tools: [{ functionDeclaration: [] }] }, 'tools[0].functionDeclaration'],
  ])('is refused where it stands, whoever says it: %s %j', (format, fields, param) => {
    expect(faultOf(format, fields, ELSEWHERE[format])).toBe(param);
  });
});

const webImage = (url: string) => ({ type: 'image_url', image_url: { url } });
const block = (type: string, source: object) => ({ type, source });
const KEPT = 'https://generativelanguage.googleapis.com/v1beta/files/a';

describe('what is shown from a place that a provider does not take', () => {
  it.each<[ConversationProtocol, Fields, Protocol, string]>([
    [
      'messages',
      chat(block('image', { type: 'url', url: 'a.png' })),
      'gemini',
      'messages[0].content[1].source.url',
    ],
    [
      'messages',
      chat({ ...result, content: [block('image', { type: 'url', url: 'a.png' })] }),
      'mistral',
      'messages[0].content[1].content[0].source.url',
    ],
    [
      'messages',
      chat(block('document', { type: 'file', file_id: 'f' })),
      'gemini',
      'messages[0].content[1].source.file_id',
    ],
    [
      'messages',
      chat(block('image', { type: 'file', file_id: 'f' })),
      'chat',
      'messages[0].content[1].source.file_id',
    ],
    ['chat', chat(webImage('a.png')), 'messages', 'messages[0].content[1].image_url.url'],
    ['chat', chat(webImage(KEPT)), 'gemini', 'messages[0].content[1].image_url.url'],
    [
      'chat',
      chat(webImage('https://a.example/a.png')),
      'converse',
      'messages[0].content[1].image_url.url',
    ],
    ['chat', chat({ type: 'image_url' }), 'messages', 'messages[0].content[1]'],
    [
      'chat',
      chat({ type: 'document_url', document_url: 'a.pdf' }),
      'mistral',
      'messages[0].content[1].document_url',
    ],
    [
      'chat',
      chat({ type: 'file', file: { file_data: 'data:application/zip;base64,AA==' } }),
      'converse',
      'messages[0].content[1].file.file_data',
    ],
    [
      'responses',
      input({ type: 'input_image', file_id: 'f' }),
      'chat',
      'input[0].content[1].file_id',
    ],
    [
      'responses',
      input({ type: 'input_file', file_url: 'https://a.example/a.pdf' }),
      'cohere',
      'input[0].content[1].file_url',
    ],
    [
      'gemini',
      contents({ fileData: { fileUri: 'a.png', mimeType: 'image/png' } }),
      'messages',
      'contents[0].parts[1].fileData.fileUri',
    ],
  ])('is refused where it stands: %s %j to %s', (format, fields, target, param) => {
    expect(faultOf(format, fields, target)).toBe(param);
  });
});

const sound = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
const inline = { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } };

describe('audio', () => {
  it.each<[ConversationProtocol, Fields, string]>([
    ['chat', chat(sound), 'messages[0].content[1]'],
    ['responses', input(sound), 'input[0].content[1]'],
    ['gemini', contents(inline), 'contents[0].parts[1]'],
  ])('of %s is refused where there is no place for it', (format, fields, param) => {
    for (const target of ['messages', 'converse', 'cohere'] as const) {
      expect(faultOf(format, fields, target)).toBe(param);
    }
    expect(faultOf(format, fields, 'mistral')).toBeUndefined();
  });
});

describe('what a provider runs itself, or said', () => {
  const calls = [
    { type: 'web_search_call', id: 'w' },
    { type: 'mcp_list_tools', id: 'm' },
    { type: 'reasoning', encrypted_content: 'x' },
  ];
  it.each<[ConversationProtocol, Fields]>([
    ['responses', { input: calls }],
    ['messages', chat({ type: 'web_search_tool_result' })],
    ['messages', chat({ type: 'newer' }, 'assistant')],
    ['chat', chat({ type: 'reference' }, 'assistant')],
    ['gemini', contents({ newer: {} }, 'model')],
    ['chat', { tools: [{ type: 'web_search' }], tool_choice: 'auto', temperature: null }],
  ])('is left out of what %s says, as before: %j', (format, fields) => {
    expect(faultOf(format, fields, ELSEWHERE[format])).toBeUndefined();
  });
});

const folder = process.env['GW_FIXTURES'];
const recorded = {
  chat: chatRequests,
  messages: messagesRequests,
  gemini: geminiRequests,
  responses: responsesRequests,
} satisfies Record<ConversationProtocol, unknown>;

/** As it is when it is read. */
const documentOf = (format: ConversationProtocol, text: string) =>
  format === 'gemini'
    ? runAtOnce(withCamelNames(parseJson(text), geminiTexts.request))
    : parseJson(text);

for (const format of Object.keys(recorded) as ConversationProtocol[]) {
  for (const { name, text } of folder === undefined ? [] : recorded[format](folder)) {
    it(`a recorded request of ${format} can be translated: ${name}`, () => {
      expect(() => checkTranslatable(format, documentOf(format, text), 'mistral')).not.toThrow();
    });
  }
}
