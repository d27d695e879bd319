const SAID = /JSON Schema\W+?(\{[^]*)/;

/**
 * The JSON Schema that instructions tell in words: models that know no other way follow it, too. Undefined
 * where they tell none.
 */
export function schemaInWords(instructions: string): unknown {
  const text = SAID.exec(instructions)?.[1] ?? '';
  const ends = [...text.matchAll(/\}/g)].map(({ index }) => index + 1).slice(-ENDS_MAX);
  for (const end of ends.toReversed()) {
    const schema = parsed(text.slice(0, end));
    if (schema !== undefined) return schema;
  }
  return undefined;
}

const ENDS_MAX = 100; // What stands behind a schema is read so often at most.

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
