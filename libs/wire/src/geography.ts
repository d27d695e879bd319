import { stringOf, type JsonNode } from '#kernel';

/** A word for a group of countries or one: `us`, `eu`, `global`. `not_available` is none, regions are names of a cloud's own. */
const GEOGRAPHY = /^[a-z]{2,12}$/;

/** Where an answer says that it was processed, in lower case; undefined where it says nothing that is a geography. */
export function readGeography(node: JsonNode | undefined): string | undefined {
  const word = stringOf(node)?.toLowerCase();
  return word !== undefined && GEOGRAPHY.test(word) ? word : undefined;
}
