import { member, type JsonNode } from '#kernel';
import { countOf, isNoCount, restOf, splitInput } from '../counts.js';
import { NO_USAGE, untoldOf, type ToldUsage } from '../usage.js';

/** The usage object of a chat answer or frame; `x_groq.usage` is Groq's older place for it. */
export function findUsage(root: JsonNode): JsonNode | undefined {
  const usage = member(root, 'usage');
  if (usage?.kind === 'object') return usage;
  const groq = member(member(root, 'x_groq'), 'usage');
  return groq?.kind === 'object' ? groq : undefined;
}

/** Chat usage as every OpenAI-compatible provider spells it; undefined when it counts nothing. */
export function readUsage(usage: JsonNode | undefined): ToldUsage | undefined {
  const [input, output] = [member(usage, 'prompt_tokens'), member(usage, 'completion_tokens')];
  const counted = { prompt: countOf(input), completion: countOf(output) };
  if (counted.prompt === undefined && counted.completion === undefined) return undefined;
  if (isNoCount(input) || isNoCount(output)) return undefined;
  const total = countOf(member(usage, 'total_tokens'));
  // A total of what is told alone leaves out as much as the counts do.
  const prompt = counted.prompt ?? (restOf(total, counted.completion) || undefined);
  const completion = counted.completion ?? (restOf(total, counted.prompt) || undefined);
  return {
    usage: {
      ...NO_USAGE,
      ...readInput(usage, prompt ?? 0),
      ...readOutput(usage, total, { prompt: prompt ?? 0, completion }),
      seconds: countOf(member(usage, 'prompt_audio_seconds')) ?? 0,
    },
    ...untoldOf({ input: prompt !== undefined, output: completion !== undefined }),
  };
}

function readInput(usage: JsonNode | undefined, prompt: number) {
  const details = member(usage, 'prompt_tokens_details');
  const cached =
    countOf(member(details, 'cached_tokens')) ??
    countOf(member(usage, 'prompt_cache_hit_tokens')) ?? // DeepSeek
    countOf(member(usage, 'num_cached_tokens')) ?? // Mistral
    0;
  // `prompt_tokens` includes the cached ones, but not with xAI's models on Azure: seen from the
  // cached ones being more.
  const total = cached > prompt ? prompt + cached : prompt;
  const written = countOf(member(details, 'cache_write_tokens')) ?? 0;
  return {
    ...splitInput(total, cached, written),
    audioIn: Math.min(total, countOf(member(details, 'audio_tokens')) ?? 0),
    imageIn: Math.min(total, countOf(member(details, 'image_tokens')) ?? 0),
  };
}

interface Counted {
  readonly prompt: number;
  readonly completion: number | undefined;
}

function readOutput(usage: JsonNode | undefined, total: number | undefined, counted: Counted) {
  const details = member(usage, 'completion_tokens_details');
  const reasoning = countOf(member(details, 'reasoning_tokens')) ?? 0;
  const hidden = hiddenReasoning(total, { ...counted, reasoning });
  const outputTotal = (counted.completion ?? 0) + hidden;
  return {
    outputTotal,
    reasoning: Math.min(outputTotal, Math.max(reasoning, hidden)),
    audioOut: Math.min(outputTotal, countOf(member(details, 'audio_tokens')) ?? 0),
  };
}

/**
 * `completion_tokens` includes reasoning, but not with xAI, nor with Gemini's compatible surface,
 * which does not even name it. The total gives it away.
 */
function hiddenReasoning(
  total: number | undefined,
  { prompt, completion, reasoning }: Counted & { readonly reasoning: number },
): number {
  if (total === undefined || completion === undefined) return 0;
  const gap = total - prompt - completion;
  return gap > 0 && (reasoning === 0 || reasoning === gap) ? gap : 0;
}
