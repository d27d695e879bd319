import type { FormPart, ReceivedForm } from '#call';
import { isFieldName, withoutMediaTypes } from './format-words.js';
import type { PlacedText } from './inspection-job.js';

/** The texts of a form, with the part and the member of it that each came from. */
export interface FormTexts {
  readonly texts: readonly (PlacedText & {
    readonly part: number;
    readonly member: 'name' | 'contentType' | 'filename' | 'value';
  })[];
  /** Names of the fields with files, which are not looked into. */
  readonly files: readonly string[];
}

/** A name in `*` could be data itself, so it is not told. */
const PLAIN_NAME = /^[\w[\].-]{1,64}$/;

/** What is found in the name of a field is refused: another name would be another field. */
export function collectFormTexts(form: ReceivedForm): FormTexts {
  const texts: FormTexts['texts'][number][] = [];
  const files: string[] = [];
  form.parts.forEach((part, index) => {
    const { name, contentType } = part;
    const path = PLAIN_NAME.test(name) ? name : '*';
    const at = { part: index, path };
    if (!isFieldName(name)) texts.push({ ...at, member: 'name', text: name, isFixed: true });
    if (contentType !== null) {
      const text = withoutMediaTypes(contentType);
      texts.push({ ...at, member: 'contentType', text, isFixed: true });
    }
    if (part.kind === 'file') {
      files.push(path);
      texts.push({ ...at, member: 'filename', text: part.filename, isFixed: false });
    } else if (name !== 'model') {
      // A model that leads nowhere is refused before anything is sent.
      texts.push({ ...at, member: 'value', text: part.value, isFixed: false });
    }
  });
  return { texts, files };
}

/** Without a field that is the gateway's own. */
export function withoutField(form: ReceivedForm, name: string): ReceivedForm {
  const parts = form.parts.filter((part) => part.name !== name);
  return parts.length === form.parts.length ? form : { parts, dispose: () => form.dispose() };
}

/** @param rewritten new texts by their place in `texts` */
export function rewriteForm(
  form: ReceivedForm,
  { texts }: FormTexts,
  rewritten: ReadonlyMap<number, string>,
): ReceivedForm {
  if (rewritten.size === 0) return form;
  const parts: FormPart[] = [...form.parts];
  for (const [index, text] of rewritten) {
    const { part, member } = texts[index] as FormTexts['texts'][number];
    parts[part] = { ...(parts[part] as FormPart), [member]: text };
  }
  return { parts, dispose: () => form.dispose() };
}
