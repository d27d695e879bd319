import { foldName, judgeNames } from '#kernel';

/**
 * What the name of a member, a form's field or a query's value says of the strings under it. `kept`:
 * ids of what a provider keeps, in conversations too. `named`: the same, but in conversations the
 * provider's own or the caller's. `holder`: an object whose own id is `kept`. `hinting`: an id of
 * anything, perhaps of what is kept. `text`: for a model to read, on paths of models. `items`: what may be named by its id alone. `unread`: no
 * provider looks anything up by it.
 */
export type NameKind =
  | 'kept'
  | 'named'
  | 'holder'
  | 'hinting'
  | 'text'
  | 'items'
  | 'unread'
  | 'plain';

const foldedSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(foldName));

// The last ones are Google's: stores to search in, there and at Vertex AI.
const KEPT = foldedSet(
  `file_id file_ids vector_store_ids container container_id cached_content file_search_store_names
  datastore data_store rag_corpus rag_corpora rag_file_ids`,
);
const NAMED = foldedSet(
  `input_file_id input_files output_file_id error_file_id result_files training_file validation_file
  previous_response_id response_id conversation conversation_id batch_id vector_store_id thread_id
  assistant_id upload_id part_ids eval_id run_id video_id image_id`,
);
const TEXT = foldedSet(
  'text content instructions arguments output prompt query documents refusal summary delta',
);
const ITEMS = foldedSet('input items');
/** In exactly this spelling: words of the format, names of tools, and what pairs a call with its result. */
const UNREAD: ReadonlySet<string> = new Set(
  `type object role model name status call_id tool_call_id user safety_identifier prompt_cache_key
  encrypted_content`.split(/\s+/),
);

/** `file_ids[]` and `image[0][file_id]` are read by their last word. */
export const nameKindOf = judgeNames<NameKind>(kindOf, { entriesMax: 512, ofLong: 'plain' });

function kindOf(name: string): NameKind {
  if (UNREAD.has(name)) return 'unread';
  const words = name.split(/[^\w-]+/).filter((word) => /\D/.test(word));
  const word = foldName(words.at(-1) ?? '');
  if (KEPT.has(word)) return 'kept';
  if (NAMED.has(word)) return 'named';
  if (word === 'audio') return 'holder'; // What a model said before, in conversations.
  if (ITEMS.has(word)) return 'items';
  if (TEXT.has(word)) return 'text';
  return /(?:ids?|files?)$/.test(word) ? 'hinting' : 'plain';
}
