import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { countTokens } from '../text/tokens.js';
import { wordsOf } from '../text/words.js';
import {
  arrayOf,
  boolean,
  filled,
  integer,
  object,
  stringOr,
  string,
} from '../validation/check.js';

interface RerankRequest {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly (string | { readonly text: string })[];
  readonly top_n?: number | null;
  readonly return_documents?: boolean | null;
}

const DOCUMENTS_MAX = 1_000;

const rerankRequest = object(
  {
    model: filled,
    query: filled,
    documents: arrayOf(stringOr(filled, object({ text: string })), 1, DOCUMENTS_MAX),
  },
  { top_n: integer(1), return_documents: boolean },
);

/** POST /v1/rerank, in the format that several makers share: the more words in common, the higher. */
export function rerank({ body, fault }: SandboxRequest): Answer {
  rerankRequest(body, '');
  const { model, query, documents, top_n, return_documents } = body as RerankRequest;
  findModel(model, 'rerank', fault);
  const asked = wordsOf(query);
  const texts = documents.map((one) => (typeof one === 'string' ? one : one.text));
  const results = texts
    .map((text, index) => ({
      index,
      relevance_score: asked.intersection(wordsOf(text)).size / Math.max(1, asked.size),
      ...(return_documents && { document: { text } }),
    }))
    .toSorted((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, top_n ?? documents.length);
  const tokens = [query, ...texts].reduce((sum, text) => sum + countTokens(text), 0);
  const usage = fault['no-usage'] ? undefined : { prompt_tokens: tokens, total_tokens: tokens };
  return json({ model, results, usage });
}
