import type { JsonDocument, JsonNode, Steps } from '#kernel';
import type { Span } from '../reply.js';
import type { Place } from './place.js';
import type { AnswerVisitor } from './walk-answer.js';

/** Where the texts of a format's answers stand, for whoever puts values back. */
export interface AnswerTexts {
  /** Visits all of an answer that a model may have written. */
  visitAnswer(root: JsonNode, visitor: AnswerVisitor): Steps<void>;
  /** Does a payload whose texts are empty still tell the caller something? */
  saysMore(payload: JsonDocument): boolean;
  /** Places of an answer that spell its texts once more, token by token: objects, or lists. */
  tokenEchoes(payload: JsonDocument): readonly Span[];
}

/** The same of the requests, too, for whoever looks for values in them. */
export interface TextGrammar extends AnswerTexts {
  /** What the schema of a request demands, by position. */
  readonly request: Place;
}
