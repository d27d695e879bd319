import { Tokenizer } from '@huggingface/tokenizers';
import { UnusableLocalModel } from '../../unusable-local-model.js';

/** What is used of it: the declarations of the package do not resolve under `nodenext`. */
interface TextTokenizer {
  encode(
    text: string,
    options: { readonly add_special_tokens?: boolean; readonly text_pair?: string } & {
      readonly return_token_type_ids?: boolean;
    },
  ): { readonly ids: readonly number[]; readonly token_type_ids?: readonly number[] };
  token_to_id(token: string): number | undefined;
  get_added_tokens_decoder(): ReadonlyMap<number, unknown>;
}

/** A part of a frame: token ids, and the segment that each is of. */
interface Frame {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

const PROBE = 'a';

/**
 * The pieces of whole texts by a `tokenizer.json` (WordPiece, Unigram or BPE), and what stands around one text or
 * two. No text of a caller can read as a special token: what would is left out.
 */
export class TextPieces {
  /** What one text begins and ends with. */
  readonly front: readonly number[];
  readonly back: readonly number[];
  /** The same of two texts, with what stands between them. */
  readonly pair: { readonly front: Frame; readonly between: Frame; readonly back: Frame };
  /** Segments of the tokens of both. */
  readonly pairTypes: readonly [first: number, second: number];

  private readonly tokenizer: TextTokenizer;
  private readonly own: ReadonlySet<number>;

  /**
   * @param bytes of `tokenizer.json`
   * @param markers that mean something to the graph, whatever the tokenizer knows of them
   * @throws UnusableLocalModel
   */
  constructor(bytes: Buffer, markers: readonly number[] = []) {
    try {
      const json = JSON.parse(bytes.toString('utf8')) as object;
      this.tokenizer = new Tokenizer(json, {}) as TextTokenizer;
      const unknown = unknownIn(json);
      const own = new Set([...this.tokenizer.get_added_tokens_decoder().keys(), ...markers]);
      if (unknown !== undefined) own.delete(this.tokenizer.token_to_id(unknown) ?? -1);
      this.own = own;
      const bare = this.encode(PROBE, Infinity);
      const whole = this.tokenizer.encode(PROBE, {}).ids;
      const at = placeOf(bare, whole, 0);
      this.front = whole.slice(0, at);
      this.back = whole.slice(at + bare.length);
      const both = this.tokenizer.encode(PROBE, { text_pair: PROBE, return_token_type_ids: true });
      const { ids, token_type_ids: types = ids.map(() => 0) } = both;
      const first = placeOf(bare, ids, 0);
      const second = placeOf(bare, ids, first + bare.length);
      const frame = (from: number, to?: number): Frame => ({
        ids: ids.slice(from, to),
        types: types.slice(from, to),
      });
      this.pair = {
        front: frame(0, first),
        between: frame(first + bare.length, second),
        back: frame(second + bare.length),
      };
      this.pairTypes = [types[first] ?? 0, types[second] ?? 0];
    } catch {
      throw new UnusableLocalModel(
        'The tokenizer cannot be used. Take the tokenizer.json of the model, as the tokenizers of Hugging Face save it (a fast tokenizer).',
      );
    }
  }

  /** At most so many pieces, the first ones. */
  encode(text: string, max: number): readonly number[] {
    const { ids } = this.tokenizer.encode(text, { add_special_tokens: false });
    const pieces = ids.filter((id) => !this.own.has(id));
    return pieces.length > max ? pieces.slice(0, max) : pieces;
  }

  /** Undefined where the vocabulary has no such token. */
  idOf(token: string): number | undefined {
    return this.tokenizer.token_to_id(token);
  }
}

/** What stands for words that are in no vocabulary, which a text may have. */
function unknownIn(json: object): string | undefined {
  const { model } = json as { readonly model?: { readonly unk_token?: unknown } };
  return typeof model?.unk_token === 'string' ? model.unk_token : undefined;
}

/** @throws Error where they are not in a row */
function placeOf(pieces: readonly number[], ids: readonly number[], from: number): number {
  for (let at = from; pieces.length > 0 && at + pieces.length <= ids.length; at++) {
    if (pieces.every((id, next) => ids[at + next] === id)) return at;
  }
  throw new Error('its frame cannot be told');
}
