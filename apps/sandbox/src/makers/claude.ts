import { invalid } from '../provider-error.js';

/** What a request says of thinking and drawing, in whichever format. */
export interface ThinkingRequest {
  readonly thinking?: { readonly type: string } | null | undefined;
  readonly effort?: string | null | undefined;
  readonly temperature?: number | null | undefined;
  readonly topP?: number | null | undefined;
  readonly topK?: number | null | undefined;
}

/** `claude-3-5-haiku`, `claude-opus-4@20250514`, `claude-sonnet-4-5`: a date is no number of a version. */
const NAME = /claude-(?:[a-z]+-)?(\d)(?:[-.](\d{1,2})(?!\d))?/;
const BUDGET = 37; // 3.7: the first that thinks, within a budget.
const ADAPTIVE = 46; // 4.6: the first that decides itself how much.
const NEWEST = 47; // 4.7: takes no budget any more, and draws its words itself.

const EFFORTS = {
  [BUDGET]: [],
  [ADAPTIVE]: ['low', 'medium', 'high', 'max'],
  [NEWEST]: ['low', 'medium', 'high', 'xhigh', 'max'],
} as const;

/**
 * Claude by the version in its id, as its maker has it. The table is the sandbox's own: with one for both, a
 * row of the gateway's that is wrong would be right at the other end, too. An id that names no Claude is of a
 * model of the sandbox, which takes everything.
 * @throws ProviderError 400
 */
export function checkClaude(modelId: string, request: ThinkingRequest): void {
  if (!modelId.includes('claude')) return;
  const { thinking, effort } = request;
  const version = versionOf(modelId);
  if (thinking?.type === 'enabled' && version >= NEWEST) {
    throw invalid(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
  }
  if (thinking?.type === 'adaptive' && version < ADAPTIVE) {
    throw invalid('adaptive thinking is not supported on this model');
  }
  if (thinking && version < BUDGET) throw invalid('thinking is not supported on this model');
  if (effort != null) checkEffort(effort, effortsOf(modelId, version));
  checkDrawing(request, version);
}

/** Of a Claude that has none, as of one that is newer than this: the newest. */
function versionOf(modelId: string): number {
  const [, major, minor = '0'] = NAME.exec(modelId) ?? [];
  return major === undefined ? NEWEST : Number(major) * 10 + Number(minor);
}

function effortsOf(modelId: string, version: number): readonly string[] {
  if (modelId.includes('opus-4-5')) return ['low', 'medium', 'high'];
  if (version >= NEWEST) return EFFORTS[NEWEST];
  return version >= ADAPTIVE ? EFFORTS[ADAPTIVE] : EFFORTS[BUDGET];
}

function checkEffort(effort: string, known: readonly string[]): void {
  if (known.includes(effort)) return;
  throw invalid(
    known.length === 0
      ? 'This model does not support the effort parameter.'
      : `This model does not support effort level '${effort}'. Supported levels: ${known.join(', ')}.`,
  );
}

/** What thinks draws its words itself, and the newest always does. */
function checkDrawing({ thinking, temperature, topP, topK }: ThinkingRequest, version: number) {
  const drawn = Object.entries({ temperature, top_p: topP, top_k: topK }).filter(
    ([, value]) => value != null,
  );
  const [first] = drawn.map(([name]) => name);
  if (version >= NEWEST && first) throw invalid(`\`${first}\` is deprecated for this model.`);
  if (thinking && thinking.type !== 'disabled' && topK != null) {
    throw invalid('`top_k` must be unset when thinking is enabled.');
  }
  if (version >= BUDGET + 1 && temperature != null && topP != null) {
    throw invalid('`temperature` and `top_p` cannot both be specified for this model.');
  }
}
