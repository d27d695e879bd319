import { CONTENT } from '../gemini/request-places.js';
import { DROPPED, known, list, MODEL, object, word, type Place } from '../texts/place.js';

const TASK = word(
  `TASK_TYPE_UNSPECIFIED RETRIEVAL_QUERY RETRIEVAL_DOCUMENT SEMANTIC_SIMILARITY CLASSIFICATION CLUSTERING
  QUESTION_ANSWERING FACT_VERIFICATION CODE_RETRIEVAL_QUERY`.replaceAll(/\s+/g, ' '),
);

const ASKED = {
  model: MODEL,
  content: CONTENT,
  taskType: TASK,
  ...known('title outputDimensionality'),
  embedContentConfig: object({
    taskType: TASK,
    ...known('title outputDimensionality autoTruncate documentOcr audioTrackExtraction'),
  }),
};

/** Of `embedContent` and, as a list of such requests, of `batchEmbedContents`. */
export const EMBED_REQUEST: Place = object({
  gw: DROPPED,
  ...ASKED,
  requests: list(object(ASKED)),
});
