import { ROWS_MAX, TOKENS_MAX, TOKENS_MIN } from '../../limits.js';
import type { Fields } from './fields.js';
import type { NamedFile } from './read-files.js';

/** How a graph is fed and read, with the names of the files that it is made of. */
export type Adapter = WordVectorsAdapter | OperatorsAdapter;

/** Of models that operators bring: a graph of token ids, beside the tokenizer that makes them. */
export type OperatorsAdapter = NliPairAdapter | PackedEncoderAdapter;

/** The models that ship: word vectors are looked up beside the graph, in a file that both share. */
export interface WordVectorsAdapter {
  readonly name: 'word-vectors';
  readonly graph: string;
  readonly words: string;
  readonly vocabulary: string;
}

interface OverTokens {
  readonly graph: string;
  readonly tokenizer: string;
  /** Of one sequence, special tokens among them. */
  readonly tokensMax: number;
  /** Options of all questions of a request: what is read within the time that a caller waits. */
  readonly rowsMax: number;
}

/** Whether a text entails a hypothesis: the usual export of a sequence classifier. */
export interface NliPairAdapter extends OverTokens {
  readonly name: 'nli-pair';
  /** How many classes the graph has. */
  readonly classes: number;
  readonly entailment: number;
  readonly contradiction: number;
  /** With `{question}` and `{option}` in it. */
  readonly hypothesis: string;
}

/** A logit at the marker of each option, behind the state and the question: the usual export of a token classifier. */
export interface PackedEncoderAdapter extends OverTokens {
  readonly name: 'packed-encoder';
  /** Ids of tokens. */
  readonly optionMarker: number;
  readonly questionMarker: number | null;
}

const ADAPTERS = ['word-vectors', 'nli-pair', 'packed-encoder'] as const;
const CLASSES = [2, 16] as const;
const ID_MAX = 10_000_000; // No vocabulary is as large.
const HYPOTHESIS_CHARS_MAX = 500;
const OVER_TOKENS = ['maxTokens', 'maxRows'];

/** A router reads what no other adapter gives. @throws UnusableLocalModel */
export function readRouterAdapter(
  manifest: Fields,
  files: readonly NamedFile[],
): WordVectorsAdapter {
  manifest.oneOf('adapter', ['word-vectors']);
  return wordVectors(manifest, files);
}

/** @throws UnusableLocalModel */
export function readTypedAdapter(manifest: Fields, files: readonly NamedFile[]): Adapter {
  const name = manifest.oneOf('adapter', ADAPTERS);
  if (name === 'word-vectors') return wordVectors(manifest, files);
  const graph = only(manifest, files, 'weights', '.onnx');
  const tokenizer = only(manifest, files, 'tokenizer', '.json');
  return name === 'nli-pair'
    ? { name, graph, tokenizer, ...nliPair(manifest) }
    : { name, graph, tokenizer, ...packedEncoder(manifest) };
}

function wordVectors(manifest: Fields, files: readonly NamedFile[]): WordVectorsAdapter {
  if (manifest.has('settings')) throw manifest.fault('settings', 'has no meaning for word-vectors');
  return {
    name: 'word-vectors',
    graph: only(manifest, files, 'weights', '.onnx'),
    words: only(manifest, files, 'weights', '.bin'),
    vocabulary: only(manifest, files, 'vocabulary', '.txt'),
  };
}

function only(
  manifest: Fields,
  files: readonly NamedFile[],
  role: NamedFile['role'],
  end: string,
): string {
  const found = files.filter((file) => file.role === role && file.path.endsWith(end));
  if (found.length === 1 && found[0]) return found[0].path;
  throw manifest.fault('files', `must name one *${end} with the role ${role}`);
}

function nliPair(manifest: Fields): Omit<NliPairAdapter, 'name' | 'graph' | 'tokenizer'> {
  const settings = manifest.object('settings', [
    ...OVER_TOKENS,
    'classes',
    'entailmentIndex',
    'contradictionIndex',
    'hypothesis',
  ]);
  const classes = settings.whole('classes', ...CLASSES);
  const entailment = settings.whole('entailmentIndex', 0, classes - 1);
  const contradiction = settings.whole('contradictionIndex', 0, classes - 1);
  if (entailment === contradiction) {
    throw settings.fault('contradictionIndex', 'must be another one than entailmentIndex');
  }
  const hypothesis = settings.text('hypothesis', HYPOTHESIS_CHARS_MAX);
  if (!hypothesis.includes('{option}')) {
    throw settings.fault(
      'hypothesis',
      'must have {option} in it, and {question} where that is read',
    );
  }
  return { ...overTokens(settings), classes, entailment, contradiction, hypothesis };
}

function packedEncoder(
  manifest: Fields,
): Omit<PackedEncoderAdapter, 'name' | 'graph' | 'tokenizer'> {
  const settings = manifest.object('settings', [...OVER_TOKENS, 'optionMarker', 'questionMarker']);
  return {
    ...overTokens(settings),
    optionMarker: settings.whole('optionMarker', 0, ID_MAX),
    questionMarker: settings.has('questionMarker')
      ? settings.whole('questionMarker', 0, ID_MAX)
      : null,
  };
}

const overTokens = (settings: Fields) => ({
  tokensMax: settings.whole('maxTokens', TOKENS_MIN, TOKENS_MAX),
  rowsMax: settings.whole('maxRows', 1, ROWS_MAX),
});
