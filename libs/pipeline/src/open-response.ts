import { member, stringOf } from '#kernel';
import type { ReplyFrame } from '#wire';

const OPEN: ReadonlySet<string> = new Set(['queued', 'in_progress']);

/** The id of a response that its provider has not finished; undefined of any other answer. */
export function openResponseIn({ document }: ReplyFrame): string | undefined {
  const root = document?.root;
  return root && OPEN.has(stringOf(member(root, 'status')) ?? '')
    ? stringOf(member(root, 'id'))
    : undefined;
}
