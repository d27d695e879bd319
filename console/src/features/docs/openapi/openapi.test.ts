import { describe, expect, it } from 'vitest';
import { sample } from '../__fixtures__/sample';
import { curlFor } from './curl';
import { filterGroups, groupEndpoints, type Endpoint } from './endpoints';
import { exampleOf, examplesOf, exampleOfSchema } from './example';
import { nameOf, resolve, resolveSchema } from './resolve';
import { constraintsOf, typeLabel } from './type-label';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const groups = groupEndpoints(sample);

function endpoint(path: string): Endpoint {
  const found = groups.flatMap(({ endpoints }) => endpoints).find((one) => one.path === path);
  if (!found) throw new Error(`The sample has no ${path}.`);
  return found;
}

describe('references', () => {
  it('are followed, and what stands beside them wins', () => {
    const schema = { ...ref('Named'), description: 'Mine' };
    expect(resolveSchema(sample, schema)).toMatchObject({ description: 'Mine', type: 'object' });
    expect(nameOf(ref('Named'))).toBe('Named');
  });

  it('that lead nowhere, in a circle or to a prototype are nothing', () => {
    expect(resolve(sample, ref('Absent'))).toBeUndefined();
    expect(resolve(sample, ref('Circle'))).toBeUndefined();
    expect(resolve(sample, { $ref: '#/constructor' })).toBeUndefined();
    expect(resolve(sample, { $ref: 'https://example.com/other.json' })).toBeUndefined();
  });

  it('within allOf become one object', () => {
    const person = resolveSchema(sample, ref('Person'));
    expect(Object.keys(person.properties ?? {})).toEqual(['name', 'born']);
    expect(person.required).toEqual(['name']);
  });
});

describe('endpoints', () => {
  it('are grouped by tag, the untagged last, without empty groups', () => {
    expect(groups.map(({ name, endpoints }) => [name, endpoints.length])).toEqual([
      ['Books', 2],
      ['Other', 1],
    ]);
  });

  it('have ids for deep links', () => {
    expect(endpoint('/books/{isbn}').id).toBe('getBook');
    expect(endpoint('/books').id).toBe('post-books');
  });

  it('join the parameters of the path with their own, which win', () => {
    const { parameters, responses } = endpoint('/books/{isbn}');
    expect(parameters.map(({ name }) => name)).toEqual(['isbn', 'fields', 'page']);
    expect(parameters[0]?.description).toBe('Replaces the shared one.');
    expect(responses[1]).toEqual(['404', { description: 'No such book' }]);
  });

  it.each([
    ['', 3],
    ['POST books', 1],
    ['find a', 1],
    ['putcover', 1],
    ['no such words', 0],
  ])('are filtered by "%s"', (filter, count) => {
    const shown = filterGroups(groups, filter);
    expect(shown.flatMap(({ endpoints }) => endpoints)).toHaveLength(count);
  });
});

describe('an example', () => {
  it('holds what is required and ends where a schema holds itself', () => {
    expect(exampleOfSchema(sample, ref('Book'))).toEqual({
      title: "The Reader's Tale",
      authors: [{ name: 'text' }],
      kind: 'novel',
    });
    expect(exampleOfSchema(sample, ref('Circle'))).toBe('text');
  });
});

describe('the examples of a body', () => {
  const several = { examples: { one: { summary: 'The first', value: 1 }, two: { value: 2 } } };

  it('are all that the document gives, the first of them for use', () => {
    expect(examplesOf(sample, several)).toEqual([
      { name: 'one', summary: 'The first', value: 1 },
      { name: 'two', summary: '', value: 2 },
    ]);
    expect(exampleOf(sample, several)).toBe(1);
    expect(examplesOf(sample, { schema: ref('Book') })).toEqual([]);
  });
});

describe('a curl line', () => {
  it('asks for the head alone where that is all there is', () => {
    const [group] = groupEndpoints({ paths: { '/ping': { head: {} } } });
    const [ping] = group?.endpoints ?? [];
    expect(ping && curlFor(sample, { ...ping, operation: { security: [] } }, '')).toBe(
      "curl -I '/ping'",
    );
  });

  it('carries the key, the body, and quotes that the shell survives', () => {
    expect(curlFor(sample, endpoint('/books'), 'https://x.test/api/')).toBe(
      [
        "curl -X POST 'https://x.test/api/books'",
        '-H "Authorization: Bearer $API_KEY"',
        "-H 'Content-Type: application/json'",
        `-d '{\n  "title": "The Reader'\\''s Tale",\n  "authors": [\n    {\n      "name": "text"\n    }\n  ],\n  "kind": "novel"\n}'`,
      ].join(' \\\n  '),
    );
  });

  it('asks the required questions', () => {
    expect(curlFor(sample, endpoint('/books/{isbn}'), 'https://x.test')).toContain(
      'curl "https://x.test/books/${ISBN:?set it first: export ISBN=…}?fields=all"',
    );
  });

  it('takes the key from the variable that the scheme names', () => {
    const [scheme] = Object.keys(sample.security?.[0] ?? {});
    const schemes = { [String(scheme)]: { type: 'http', 'x-variable': 'OTHER_TOKEN' } };
    const other = { ...sample, components: { ...sample.components, securitySchemes: schemes } };
    expect(curlFor(other, endpoint('/books'), '')).toContain('Bearer $OTHER_TOKEN"');
  });

  it('uploads a file, and sends no key where none is needed', () => {
    expect(curlFor(sample, endpoint('/covers'), 'https://x.test')).toBe(
      ["curl -X PUT 'https://x.test/covers'", "-F 'image=@file'", "-F 'size=L'"].join(' \\\n  '),
    );
  });
});

describe('a curl line of a document with examples', () => {
  const file = { type: 'string', format: 'binary' };
  const [group] = groupEndpoints({
    paths: {
      '/covers/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, example: 'c-1' },
          { name: 'x-shelf', in: 'header', example: 'top' },
          { name: 'x-unused', in: 'header' },
        ],
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { image: file } },
                example: { image: 'any bytes', title: 'A' },
              },
            },
          },
          responses: { '201': { content: { 'image/png': {} } } },
        },
      },
    },
  });
  const [cover] = group?.endpoints ?? [];

  it('sends what they say, and keeps bytes from the terminal', () => {
    expect(cover && curlFor({}, cover, 'https://x.test')).toBe(
      [
        "curl -X POST 'https://x.test/covers/c-1'",
        "-H 'x-shelf: top'",
        "-F 'image=any bytes;filename=image'",
        "-F 'title=A'",
        '--output answer.bin',
      ].join(' \\\n  '),
    );
  });
});

describe('a type', () => {
  it.each([
    [ref('Book'), 'Book'],
    [{ type: 'array', items: ref('Person') }, 'array of Person'],
    [{ oneOf: [ref('Person'), { type: 'null' }] }, 'Person or null'],
    [{ type: ['string', 'null'], format: 'date' }, 'string or null (date)'],
    [{ const: 'L' }, '"L"'],
    [true, 'anything'],
  ])('%j is read as %s', (schema, label) => {
    expect(typeLabel(sample, schema)).toBe(label);
  });

  it('tells its bounds', () => {
    const schema = {
      enum: ['a', 'b'],
      default: 'a',
      minLength: 1,
      maximum: 9,
      minItems: 1,
      maxItems: 3,
    };
    expect(constraintsOf(sample, schema)).toEqual([
      'one of "a", "b"',
      'default "a"',
      'value at most 9',
      'length at least 1',
      'items 1 to 3',
    ]);
  });
});
