import type { FormFile, ReceivedForm } from '#call';
import { refuse, type GatewayError } from '#kernel';
import { bodyKindOf } from './read-body.js';
import { spoolForm } from './spool-form.js';
import type { SurfaceRequest } from './surface.js';

/** A form that brings a document. @throws form_malformed, and as `spoolForm` */
export function readForm(
  { incoming, body }: Pick<SurfaceRequest, 'incoming' | 'body'>,
  bytesMax: number,
): Promise<ReceivedForm> {
  if (bodyKindOf(incoming) !== 'form') {
    throw refuse('form_malformed', {
      message: 'The request is no multipart form: send the document in its field file.',
    });
  }
  return spoolForm(incoming, body, bytesMax);
}

/** What is refused leaves no file behind. */
export async function keeping<Result>(
  form: ReceivedForm,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (fault) {
    await form.dispose();
    throw fault;
  }
}

/**
 * The one document of a form, and the text of the one field that may stand beside it.
 * @throws document_invalid, field_invalid, and what `strange` makes of a field that is none of these
 */
export function fileOf(
  { parts }: ReceivedForm,
  besideName: string,
  strange: (message: string) => GatewayError,
): { readonly file: FormFile; readonly beside: string | null } {
  if (parts.some(({ name }) => name !== 'file' && name !== besideName)) {
    throw strange(`The form takes the fields file and ${besideName}, and no other.`);
  }
  const [file, ...others] = parts.filter((part) => part.name === 'file');
  const [beside] = parts.filter((part) => part.name === besideName);
  if (others.length > 0) {
    throw refuse('field_invalid', {
      message: 'file is given twice. Send one document at a time.',
      param: 'file',
    });
  }
  if (file?.kind !== 'file' || file.bytes === 0) {
    throw refuse('document_invalid', {
      message: 'The form has no document, or an empty one: send it as the file of the field file.',
      param: 'file',
    });
  }
  if (beside && beside.kind !== 'field') {
    throw strange(`The field ${besideName} takes JSON as text, and no file.`);
  }
  return { file, beside: beside?.value ?? null };
}
