import type { FormPart, ReceivedForm } from '#call';
import { classifyString } from '#wire';

/** The fields of a form that hold prose, by their place among the parts. */
export interface FormTexts {
  readonly parts: readonly number[];
  readonly names: readonly string[];
  readonly texts: readonly string[];
  /** Files are not looked into. */
  readonly hasUnscanned: boolean;
}

export function collectFormTexts(form: ReceivedForm): FormTexts {
  const parts: number[] = [];
  const names: string[] = [];
  const texts: string[] = [];
  form.parts.forEach((part, index) => {
    if (part.kind !== 'field' || classifyString(part.name, part.value, false) === 'opaque') return;
    parts.push(index);
    names.push(part.name);
    texts.push(part.value);
  });
  return { parts, names, texts, hasUnscanned: form.parts.some((part) => part.kind === 'file') };
}

/** @param rewritten new values by index into `parts` */
export function rewriteForm(
  form: ReceivedForm,
  parts: readonly number[],
  rewritten: ReadonlyMap<number, string>,
): ReceivedForm {
  if (rewritten.size === 0) return form;
  const values = new Map([...rewritten].map(([index, value]) => [parts[index], value]));
  const rewrite = (part: FormPart, index: number): FormPart => {
    const value = values.get(index);
    return part.kind === 'field' && value !== undefined ? { ...part, value } : part;
  };
  return { parts: form.parts.map(rewrite), dispose: () => form.dispose() };
}
