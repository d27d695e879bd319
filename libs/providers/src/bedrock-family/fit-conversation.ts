import type { Model } from '#call';
import { converseModelRules, type Conversation, type RequestPart } from '#wire';
import {
  claudeRules,
  fitThinking,
  thinkingFor,
  tokensMaxOf,
} from '../anthropic-family/claude-models.js';
import { nearestOf } from '../models/nearest-effort.js';

/** Efforts of the makers who take one as a word, lowest first. None of them can be told not to think. */
const EFFORTS: Readonly<Record<'nova' | 'qwen' | 'gpt-oss', readonly string[]>> = {
  nova: ['low', 'medium', 'high'],
  qwen: ['low', 'high'],
  'gpt-oss': ['low', 'medium', 'high'],
};
const EFFORT_UNSAID = 'medium'; // Of callers who ask to think, and do not say how much.

/** A conversation for one model: its id, and what it takes of limits, thinking and cache marks. */
export function fitConversation(
  spoken: Conversation,
  { id, outputTokensMax }: Model,
  keepsMarks: boolean,
): Conversation {
  const asked = spoken.sampling.tokensMax;
  const limited = asked === undefined ? undefined : Math.min(asked, outputTokensMax ?? asked);
  const { tokensMax: _asked, ...sampling } = spoken.sampling;
  const conversation: Conversation = {
    ...(keepsMarks ? spoken : withoutMarks(spoken)),
    model: id,
    sampling: { ...sampling, ...(limited !== undefined && { tokensMax: limited }) },
  };
  const maker = converseModelRules(id).thinking;
  if (maker === 'claude') {
    return fitClaude(conversation, tokensMaxOf(claudeRules(id), limited, outputTokensMax));
  }
  return maker === null ? conversation : fitEffort(conversation, EFFORTS[maker]);
}

function fitEffort(conversation: Conversation, accepted: readonly string[]): Conversation {
  const { effort: said, thinking, ...rest } = conversation;
  const isThinking = thinking !== undefined && thinking.mode !== 'disabled';
  const asked = said ?? (isThinking ? EFFORT_UNSAID : 'none');
  const effort = asked === 'none' ? undefined : nearestOf(accepted, asked);
  return effort === undefined ? rest : { ...rest, effort };
}

/** As the maker's own format has it. */
function fitClaude(conversation: Conversation, tokensMax: number): Conversation {
  const rules = claudeRules(conversation.model);
  const { effort: asked, thinking: said, sampling, ...rest } = conversation;
  const { temperature, topP, topK, ...others } = sampling;
  const isForced = /^(?:required|one)$/.test(conversation.toolChoice?.mode ?? '');
  const turn = { tokensMax, isForced, goesOnUnsigned: goesOnUnsigned(conversation) };
  const asking = asked === undefined ? undefined : thinkingFor(rules, asked, turn);
  const thinking = said ? fitThinking(rules, said, asked, turn) : asking;
  const effort =
    asked === undefined || asked === 'none' ? undefined : nearestOf(rules.efforts, asked);
  const isThinking = thinking !== undefined && thinking.mode !== 'disabled';
  const drawsItself = rules.sampling === 'never' || isThinking;
  // Both at once are refused, but for the oldest models.
  const isEither = rules.thinking !== 'none' && temperature !== undefined;
  return {
    ...rest,
    sampling: {
      ...others,
      ...(thinking?.mode === 'enabled' && { tokensMax }), // The budget is a part of it.
      ...(!drawsItself && temperature !== undefined && { temperature }),
      ...(!drawsItself && !isEither && topP !== undefined && { topP }),
      ...(!drawsItself && topK !== undefined && { topK }),
    },
    ...(thinking && { thinking }),
    ...(effort !== undefined && { effort }),
  };
}

/** In the middle of a loop of tools whose calls were not thought out under a signature of this maker. */
function goesOnUnsigned({ turns }: Conversation): boolean {
  const said = turns.findLast(({ role }) => role === 'assistant')?.parts ?? [];
  const isSigned = (part: RequestPart | undefined) =>
    (part?.type === 'thinking' && part.signature?.origin === 'messages') || part?.type === 'opaque';
  return said.some(({ type }) => type === 'tool_call') && !isSigned(said[0]);
}

function withoutMarks(conversation: Conversation): Conversation {
  return {
    ...conversation,
    system: conversation.system.map(unmarked),
    tools: conversation.tools.map(unmarked),
    turns: conversation.turns.map((turn) => ({ ...turn, parts: turn.parts.map(unmarkedPart) })),
  };
}

function unmarked<Item extends object>(item: Item): Item {
  if (!('cache' in item)) return item;
  const { cache: _mark, ...rest } = item;
  return rest as Item;
}

const unmarkedPart = (part: RequestPart): RequestPart =>
  part.type === 'tool_result'
    ? unmarked({ ...part, parts: part.parts.map(unmarkedPart) })
    : unmarked(part);
