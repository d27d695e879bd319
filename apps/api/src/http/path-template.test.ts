import { expect, it } from 'vitest';
import { pathTemplate } from './path-template.js';

it('keeps nothing of a path but the words of provider APIs', () => {
  expect(pathTemplate('/v1/chat/completions')).toBe('/v1/chat/completions');
  expect(pathTemplate('/v1/chat/completions')).toBe('/v1/chat/completions');
  expect(pathTemplate('/v1/files/file-abc123/content')).toBe('/v1/files/{id}/content');
  expect(pathTemplate('/v1/files/letter-to-anna')).toBe('/v1/files/{id}');
  expect(pathTemplate('/')).toBe('/');
});
