import { expect } from 'vitest';
import type { ReplyFrame, Usage } from '#wire';

/** What the frames of an answer say, put together. */
export interface Summary {
  said: string;
  thought: string;
  /** Of each call, in order. */
  args: string[];
  tools: string[];
  signatures: string[];
  finish: string | undefined;
  usage: Usage | undefined;
  end: string | undefined;
}

export function summaryOf(frames: readonly ReplyFrame[]): Summary {
  const summary: Summary = {
    said: '',
    thought: '',
    args: [],
    tools: [],
    signatures: [],
    finish: undefined,
    usage: undefined,
    end: undefined,
  };
  for (const event of frames.flatMap(({ events }) => events)) {
    summary.end = event.type;
    if (event.type === 'usage') summary.usage = event.usage;
    else if (event.type === 'finish') summary.finish = event.reason;
    else if (event.type === 'signature') summary.signatures.push(event.value.value);
    else if (event.type === 'part_start' && event.part.kind === 'tool_call') {
      summary.tools.push(event.tool?.name ?? '');
      summary.args.push('');
    } else if (event.type === 'args' && event.part.kind === 'tool_call') {
      summary.args[event.part.index] += event.delta;
    } else if (event.type === 'text') {
      if (event.part.kind === 'thinking') summary.thought += event.delta;
      else summary.said += event.delta;
    }
  }
  return summary;
}

/** Every text stands where its event says. */
export function checkPlaces(frames: readonly ReplyFrame[]): void {
  for (const { document, events } of frames) {
    for (const event of events) {
      if ((event.type !== 'text' && event.type !== 'args') || !event.at) continue;
      expect(JSON.parse(document?.text.slice(event.at.start, event.at.end) ?? '')).toBe(
        event.delta,
      );
    }
  }
}

/** A frame as a writer of any other format sees it. */
export const withoutPayload = (frame: ReplyFrame): ReplyFrame => ({
  ...frame,
  document: null,
  edits: [],
});

export async function readAll(frames: AsyncIterable<ReplyFrame>): Promise<ReplyFrame[]> {
  const all: ReplyFrame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}

export async function joined(texts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const text of texts) all += text;
  return all;
}
