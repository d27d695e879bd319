import { describe, expect, it } from 'vitest';
import { schemaInWords } from './schema-in-words.js';

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

describe('a schema in words', () => {
  it.each([
    `Be brief. It must be valid by this JSON Schema: ${JSON.stringify(SCHEMA)}`,
    `JSON Schema:\n${JSON.stringify(SCHEMA, null, 2)}\n\nNo {prose}.`,
  ])('is found with words around it (%#)', (text) => {
    expect(schemaInWords(text)).toEqual(SCHEMA);
  });

  it.each(['', 'Answer in JSON.', 'By a JSON Schema: none', 'JSON Schema: {"type":'])(
    'is not made of %j',
    (text) => {
      expect(schemaInWords(text)).toBeUndefined();
    },
  );
});
