import { member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { isAbsent, readCount, readFlag, rootOf } from '../check-request.js';
import { invalid } from '../embedding/check-texts.js';

/** Pictures of one text, as far as a model of another format can be asked for them. */
export interface PictureRequest {
  readonly prompt: string;
  readonly count: number;
  /** Width to height, such as `16:9`. */
  readonly ratio?: string;
  /** The longer side, where it is more than the usual thousand pixels. */
  readonly scale?: '2K' | '4K';
}

const COUNT_MAX = 10; // Of OpenAI's own.
/** Members that only say what is done anyway; any other word asks for what cannot be kept. */
const KEPT: Readonly<Record<string, readonly (string | number)[]>> = {
  response_format: ['b64_json'],
  quality: ['auto', 'standard'],
  background: ['auto', 'opaque'],
  output_format: ['png'],
  output_compression: [100],
  moderation: ['auto'],
  style: [],
};

/** @throws field_invalid for what the format of pictures knows alone */
export function readPictureRequest(document: JsonDocument): PictureRequest {
  const root = rootOf(document);
  const prompt = stringOf(member(root, 'prompt'));
  if (!prompt) throw invalid('prompt', 'must be a text');
  for (const [name, words] of Object.entries(KEPT)) checkKept(member(root, name), name, words);
  if (readFlag(root, 'stream'))
    throw invalid('stream', 'is not served for this model: its pictures come whole');
  const count = readCount(root, 'n', 1) ?? 1;
  if (count > COUNT_MAX) throw invalid('n', `must be at most ${COUNT_MAX}`);
  return { prompt, count, ...sizeOf(member(root, 'size')) };
}

function checkKept(
  node: JsonNode | undefined,
  name: string,
  words: readonly (string | number)[],
): void {
  if (isAbsent(node)) return;
  const value = stringOf(node) ?? numberOf(node);
  if (value !== undefined && words.includes(value)) return;
  throw invalid(
    name,
    words.length === 0
      ? 'is not served for this model'
      : `must be ${words.join(' or ')} for this model`,
  );
}

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;
const RATIO_SLACK = 0.03; // Sizes of other makers are near a ratio, and seldom on it.
const SIDE_MAX = 4_096;
const SIDE_1K = 1_792; // The longest that is asked for where a thousand pixels are meant.
const SIDE_2K = 3_072;

function sizeOf(node: JsonNode | undefined): Pick<PictureRequest, 'ratio' | 'scale'> {
  const size = stringOf(node);
  if (isAbsent(node) || size === 'auto') return {};
  const [, width = 0, height = 0] = (/^(\d{2,4})x(\d{2,4})$/.exec(size ?? '') ?? []).map(Number);
  const longer = Math.max(width, height);
  if (width === 0 || height === 0 || longer > SIDE_MAX) {
    throw invalid('size', 'must be auto, or a width and a height of at most 4096 as in 1024x1024');
  }
  const asked = width / height;
  const ratio = RATIOS.find((one) => Math.abs(asked / valueOf(one) - 1) <= RATIO_SLACK);
  if (!ratio) throw invalid('size', `must be near one of the ratios ${RATIOS.join(', ')}`);
  const scale: PictureRequest['scale'] =
    longer > SIDE_2K ? '4K' : longer > SIDE_1K ? '2K' : undefined;
  return { ratio, ...(scale && { scale }) };
}

const valueOf = (ratio: string): number => {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return width / height;
};
