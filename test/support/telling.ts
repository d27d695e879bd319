import type { ReplyFrame, Usage } from '#wire';

/** What one choice of an answer tells its caller, in no format's words: all that clients have to agree on. */
export interface Telling {
  /** Refusals included. */
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly finish: string | undefined;
  readonly usage: { readonly input: number; readonly output: number } | undefined;
  readonly isError: boolean;
}

/** The canonical reading of an answer, of its first choice. */
export function tellingOf(frames: readonly ReplyFrame[]): Telling {
  const calls = new Map<object, { name: string; input: string; isCustom: boolean }>();
  let text = '';
  let finish: string | undefined;
  let usage: Usage | undefined;
  let isError = false;
  for (const event of frames.flatMap(({ events }) => events)) {
    if (event.type === 'usage') ({ usage } = event);
    if (event.type === 'error') isError = true;
    if (event.type === 'finish' && event.choice === 0) finish = event.reason;
    if (!('part' in event) || event.part.choice !== 0) continue;
    if (event.type === 'part_start' && event.tool && event.part.kind !== 'provider_call') {
      const { name, isCustom } = event.tool;
      calls.set(event.part, { name, input: '', isCustom });
    }
    if (event.type !== 'text' && event.type !== 'args') continue;
    const call = calls.get(event.part);
    if (call) call.input += event.delta;
    else if (event.part.kind === 'text' || event.part.kind === 'refusal') text += event.delta;
  }
  return {
    text,
    calls: [...calls.values()].map(({ name, input, isCustom }) => ({
      name,
      input: isCustom ? { input } : inputOf(input),
    })),
    finish,
    usage: usage && { input: usage.inputTotal, output: usage.outputTotal },
    isError,
  };
}

/** Arguments as a client has them: an object, whatever the model wrote. */
export function inputOf(text: string): unknown {
  if (text.trim() === '' || text.trim() === 'null') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { _raw: text };
  }
}
