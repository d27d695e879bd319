import { raw, type Raw } from '../conversation/write-json.js';
import { toolInput } from '../conversation/tool-input.js';
import type { Opaque, ToolHead } from '../reply.js';

/** Of this format's own kind; from any other maker it means nothing here. */
export const ownValue = ({ origin, value }: Opaque): string | null =>
  origin === 'gemini' ? value : null;

/** A part that came whole, as its maker wrote it. */
export function ownPart(opaque: Opaque): Raw | null {
  const value = ownValue(opaque);
  return value === null ? null : raw(value);
}

/** @param signature of this format's maker, or empty */
export const callPart = (
  { id, name, isCustom }: ToolHead,
  input: string,
  signature: string,
): object => ({
  functionCall: { id: id || undefined, name, args: toolInput(input, isCustom) },
  thoughtSignature: signature || undefined,
});

export const textPart = (text: string, isThought: boolean, signature: string): object => ({
  text,
  thought: isThought || undefined,
  thoughtSignature: signature || undefined,
});
