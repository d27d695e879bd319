interface Part {
  readonly kind: string;
  readonly text: string;
}

/** A request, so that it can be read; one that is cut is no JSON any more, and stays as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What an answer says, part by part: a text as it is, a call with the name of its tool. */
export function answerParts(text: string): readonly Part[] {
  const whole = [{ kind: 'text', text: indented(text) }];
  try {
    const { parts } = JSON.parse(text) as { parts?: unknown };
    if (!Array.isArray(parts)) return whole;
    return (parts as (Part & { tool?: string })[]).map(({ kind, text: said, tool }) => ({
      kind: tool === undefined ? kind : `${kind} ${tool}`,
      text: said,
    }));
  } catch {
    return whole;
  }
}
