import { failed, member, numberOf, parseJson, stringOf, type JsonObject } from '#kernel';
import { cleanMessage } from '#wire';
import type { Judgement } from './judge.js';

const ANSWER_CHARS_MAX = 8_192;
export const REASON_CHARS_MAX = 160;
const MEMBERS: ReadonlySet<string> = new Set(['in_scope', 'confidence', 'reason']);
/** Some models put a fence around JSON, whatever they are told. */
const FENCED = /^```(?:json)?\n([^]*)\n```$/;

/**
 * Reads a verdict that can be read in one way alone: one object, no word around it, no member twice and
 * none that nobody asked for. Whatever else a judge says is no verdict.
 * @throws upstream_failed
 */
export function readJudgement(answer: string): Judgement {
  const said = objectIn(answer.length > ANSWER_CHARS_MAX ? '' : answer.trim());
  const isIn = member(said, 'in_scope');
  const confidence = numberOf(member(said, 'confidence'));
  const reason = member(said, 'reason');
  const isSaid = isIn?.kind === 'scalar' && typeof isIn.value === 'boolean';
  const isSure = confidence !== undefined && confidence >= 0 && confidence <= 1;
  if (!isSaid || !isSure || (reason && reason.kind !== 'string')) throw noVerdict();
  const line = cleanMessage(stringOf(reason) ?? '');
  return {
    p: isIn.value ? confidence : 1 - confidence,
    reason: line.slice(0, REASON_CHARS_MAX).toWellFormed(),
  };
}

function objectIn(text: string): JsonObject {
  const { root } = parsed(FENCED.exec(text)?.[1] ?? text);
  if (root.kind !== 'object' || !root.keys.every((key) => MEMBERS.has(key))) throw noVerdict();
  return root;
}

function parsed(json: string): ReturnType<typeof parseJson> {
  try {
    return parseJson(json);
  } catch {
    throw noVerdict();
  }
}

const noVerdict = () => failed('upstream_failed', { internal: 'the judge gave no verdict' });
