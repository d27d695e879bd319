import { expect, it } from 'vitest';
import { applyEdits, objectOf, parseJson, type JsonObject } from '#kernel';
import { nameUris } from './named-uris.js';

const link = (uri: string) => ({ type: 'resource_link', uri, name: 'a' });
const embedded = (uri: string) => ({ type: 'resource', resource: { uri, text: 'test://a' } });

it.each([
  ['what was read', (uri: string) => ({ contents: [{ uri, text: 'test://a' }] })],
  ['what a tool says', (uri: string) => ({ content: [link(uri), embedded(uri)] })],
  ['a message of a prompt', (uri: string) => ({ messages: [{ content: link(uri) }] })],
  ['a message of several blocks', (uri: string) => ({ messages: [{ content: [embedded(uri)] }] })],
])('has the URIs of %s say which server they are of', (_what, result) => {
  const text = JSON.stringify(result('test://a'));
  const edits = nameUris(objectOf(parseJson(text).root) as JsonObject, 'gw+lab:');
  expect(JSON.parse(applyEdits(text, edits))).toEqual(result('gw+lab:test://a'));
});
