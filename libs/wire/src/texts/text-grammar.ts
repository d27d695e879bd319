import type { JsonDocument, JsonNode } from '#kernel';
import type { Span } from '../reply.js';
import type { VisitString } from './walk-strings.js';

/** Where the texts of a format stand, for whoever looks for values in them and puts values back. */
export interface TextGrammar {
  /**
   * Visits every string of a request or an answer that is prose, or JSON in a string.
   * @returns whether something was left out that may hold personal data all the same
   */
  visitStrings(root: JsonNode, visit: VisitString): boolean;
  /** The request asks for an answer whose text is JSON: what is put back there needs escapes. */
  asksForJson(request: JsonNode): boolean;
  /** Does a payload whose texts are empty still tell the caller something? */
  saysMore(payload: JsonDocument): boolean;
  /** Places of an answer that spell its texts once more, token by token. */
  tokenEchoes(payload: JsonDocument): readonly Span[];
}
