import type { FormPart, ReceivedForm } from '#call';
import type { ScanText } from './inspect-texts.js';

/** The fields of a form that hold prose, by their place among the parts. */
export interface FormTexts {
  readonly parts: readonly number[];
  readonly names: readonly string[];
  readonly texts: readonly ScanText[];
  /** Names of the fields with files, which are not looked into. */
  readonly files: readonly string[];
}

export function collectFormTexts(form: ReceivedForm): FormTexts {
  const parts: number[] = [];
  const names: string[] = [];
  const texts: ScanText[] = [];
  const files: string[] = [];
  form.parts.forEach((part, index) => {
    if (part.kind === 'file') files.push(part.name);
    // A model that leads nowhere is refused before anything is sent.
    if (part.kind !== 'field' || part.name === 'model') return;
    parts.push(index);
    names.push(part.name);
    texts.push({ text: part.value, isFixed: false });
  });
  return { parts, names, texts, files };
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
