import { itemsOf, member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { findUsage, readUsage } from '../chat/read-usage.js';
import { countOf, isNoCount, restOf, splitInput } from '../counts.js';
import { isImageItem } from '../images-made.js';
import { readServedTier, type ServiceTier } from '../service-tier.js';
import { usageEvents, type UsageEvent } from '../reply.js';
import { NO_USAGE, untoldOf, type ToldUsage } from '../usage.js';

/**
 * Usage of any other path, wherever that path puts it: the top level, the `response` of a Responses
 * event, or the images and seconds that were made. Undefined when the payload counts nothing.
 */
export function readNativeUsage({ root }: Pick<JsonDocument, 'root'>): ToldUsage | undefined {
  const source = member(member(root, 'response'), 'usage') ? member(root, 'response') : root;
  const node = source && findUsage(source);
  const counted = readUsage(node) ?? readTokens(node) ?? readDuration(node, root);
  const images = countImages(root) + countItems(source);
  if (images === 0) return counted;
  const { usage, untold } = counted ?? NO_TOKENS;
  return { usage: { ...usage, images }, ...(untold && { untold }) };
}

/** Of an answer that is counted in pieces alone. */
const NO_TOKENS: ToldUsage = {
  usage: NO_USAGE,
  ...untoldOf({ input: false, output: false }),
};

/** The same as none or one event, with the tier beside it. */
export const nativeUsageEvents = (document: JsonDocument): readonly UsageEvent[] =>
  usageEvents(readNativeUsage(document), readNativeTier(document));

/** Where the usage lies, beside it. */
export function readNativeTier({ root }: JsonDocument): ServiceTier | undefined {
  return readServedTier(
    member(member(root, 'response'), 'service_tier'),
    member(root, 'service_tier'),
    member(member(root, 'usage'), 'service_tier'),
  );
}

/** The spelling of Responses, images and transcriptions. */
function readTokens(usage: JsonNode | undefined): ToldUsage | undefined {
  const [inputNode, outputNode] = [member(usage, 'input_tokens'), member(usage, 'output_tokens')];
  const counted = { input: countOf(inputNode), output: countOf(outputNode) };
  if (counted.input === undefined && counted.output === undefined) return undefined;
  if (isNoCount(inputNode) || isNoCount(outputNode)) return undefined;
  const inputDetails =
    member(usage, 'input_tokens_details') ?? member(usage, 'input_token_details');
  const outputDetails =
    member(usage, 'output_tokens_details') ?? member(usage, 'output_token_details');
  const total = countOf(member(usage, 'total_tokens'));
  const input = counted.input ?? (restOf(total, counted.output) || undefined); // As with chat.
  const output = counted.output ?? (restOf(total, counted.input) || undefined);
  const [inputTotal, outputTotal] = [input ?? 0, output ?? 0];
  const within = (total: number, details: JsonNode | undefined, key: string): number =>
    Math.min(total, countOf(member(details, key)) ?? 0);
  return {
    usage: {
      ...NO_USAGE,
      ...splitInput(
        inputTotal,
        countOf(member(inputDetails, 'cached_tokens')) ?? 0,
        countOf(member(inputDetails, 'cache_write_tokens')) ?? 0,
        // The prices know a short and a long time to live; twelve hours is the long one.
        countOf(member(member(inputDetails, 'cache_write_tokens_details'), 'ttl_12h_tokens')) ?? 0,
      ),
      outputTotal,
      reasoning: within(outputTotal, outputDetails, 'reasoning_tokens'),
      audioIn: within(inputTotal, inputDetails, 'audio_tokens'),
      audioOut: within(outputTotal, outputDetails, 'audio_tokens'),
      imageIn: within(inputTotal, inputDetails, 'image_tokens'),
    },
    ...untoldOf({ input: input !== undefined, output: output !== undefined }),
  };
}

/** Transcriptions that are billed by time; older servers tell only the length of the audio. */
function readDuration(usage: JsonNode | undefined, root: JsonNode): ToldUsage | undefined {
  const isTranscript = stringOf(member(root, 'text')) !== undefined;
  const seconds =
    countOf(member(usage, 'seconds')) ??
    (isTranscript && numberOf(member(root, 'duration')) !== undefined
      ? countOf(member(root, 'duration'))
      : undefined);
  return seconds === undefined ? undefined : { ...NO_TOKENS, usage: { ...NO_USAGE, seconds } };
}

/** Of a whole answer, at its end or in its place; one that made nothing else has no usage to tell. */
const countItems = (response: JsonNode | undefined): number =>
  itemsOf(member(response, 'output')).filter(isImageItem).length;

const countImages = (root: JsonNode): number =>
  itemsOf(member(root, 'data')).filter(
    (item) => stringOf(member(item, 'b64_json')) ?? stringOf(member(item, 'url')),
  ).length;
