import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, type JsonDocument, type JsonNode, type JsonString } from './json-document.js';
import { JsonPattern } from './json-pattern.js';

const someJson = fc.json({ maxDepth: 4, noUnicodeString: false });

function stringsIn(node: JsonNode): JsonString[] {
  if (node.kind === 'string') return [node];
  if (node.kind === 'object') return node.values.flatMap(stringsIn);
  return node.kind === 'array' ? node.items.flatMap(stringsIn) : [];
}

const toldOf = ({ text, root, nodes }: JsonDocument) => ({ text, root, nodes });

/** The text with the contents of the strings, as they stand between the quotes, in the places of its own. */
function withContents({ text }: JsonDocument, strings: readonly JsonString[], contents: string[]) {
  let at = 0;
  let changed = '';
  for (const [index, { start, end }] of strings.entries()) {
    changed += `${text.slice(at, start + 1)}${contents[index] ?? ''}`;
    at = end - 1;
  }
  return changed + text.slice(at);
}

const someContents = (of: fc.Arbitrary<string>) => fc.array(of, { minLength: 2, maxLength: 2 });

describe('JsonPattern', () => {
  it('reads what the parser reads, whatever the strings say', () => {
    const contents = someContents(fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(someJson, contents, fc.nat(), (text, values, from) => {
        const document = parseJson(text);
        const all = stringsIn(document.root);
        const strings = all.slice(from % (all.length + 1)).slice(0, 2);
        const escaped = values.map((value) => JSON.stringify(value).slice(1, -1));
        const changed = withContents(document, strings, escaped);
        const read = new JsonPattern(document, strings).match(changed);
        expect(read && toldOf(read)).toEqual(toldOf(parseJson(changed)));
        expect(read?.values).toEqual(values.slice(0, strings.length));
      }),
    );
  });

  it('reads nothing that the parser reads otherwise, whatever stands in the places', () => {
    const odd = fc.constantFrom('"', '\\', '\\u', '\\"', ',"a":"', '"}', '\n', 'a', '\\n', '\\x');
    const contents = someContents(fc.array(odd, { maxLength: 5 }).map((all) => all.join('')));
    fc.assert(
      fc.property(contents, (pieces) => {
        const document = parseJson('{"x":[1,{"a":"b"}],"c":"d","e":null}');
        const strings = stringsIn(document.root);
        const changed = withContents(document, strings, pieces);
        const read = new JsonPattern(document, strings).match(changed);
        if (read) expect(toldOf(read)).toEqual(toldOf(parseJson(changed)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses what differs around the strings', () => {
    const document = parseJson('{"a":"b","n":1}');
    const pattern = new JsonPattern(document, stringsIn(document.root));
    expect(pattern.match('{"a":"more","n":1}')?.values).toEqual(['more']);
    for (const other of [
      '{"a":"b","n":2}',
      '{"a":"b","n":1} ',
      '{"a":"b"',
      '{"c":"b","n":1}',
      '',
    ]) {
      expect(pattern.match(other), other).toBeUndefined();
    }
  });
});
