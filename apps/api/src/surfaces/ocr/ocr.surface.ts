import { NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import {
  isOcrLanguage,
  OCR_LANGUAGES,
  OCR_LANGUAGES_MAX,
  pagesToRead,
  type Cell,
} from '#documents';
import { isNull, itemsOf, member, refuse, runInSlices, stringOf, type JsonNode } from '#kernel';
import { isReadHere } from '#routing';
import { readEndUser, readOcr } from '#wire';
import { keyOf } from '../../http/caller-key.js';
import { chatEnvelope } from '../../http/chat-envelope.js';
import { checkMembers } from '../../http/deciding-members.js';
import { passedHeadersOf } from '../../http/pass-on.js';
import { expectJson } from '../../http/read-body.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';

export const OCR_PATH = '/v1/ocr';

/**
 * `POST /v1/ocr`.
 * @param cell counts the pages of the document, whose price is held
 */
export const ocrSurface = (cell: Cell): SurfaceAdapter => ({
  protocol: 'ocr',
  surfaceOf: () => 'ocr',
  keyOf,
  envelope: chatEnvelope,

  async readCall(
    arrival: Arrival,
    { incoming, query, body, timeoutMs }: SurfaceRequest,
  ): Promise<ReceivedCall> {
    expectJson(incoming);
    const document = await body.json(arrival.callerGone);
    const { root } = document;
    const requestedModel = stringOf(member(root, 'model'));
    if (!requestedModel) throw refuse('model_missing', { param: 'model' });
    await runInSlices(checkMembers(root), arrival.callerGone);
    const asked = readOcr(document);
    const languages = readLanguages(member(member(root, 'gw'), 'ocr_languages'));
    const isLocal = isReadHere(arrival.principal, requestedModel);
    const pages = await pagesToRead(cell.of(arrival.principal.organisation.id), asked, {
      isLocal,
      ended: arrival.callerGone,
    });
    return {
      ...arrival,
      operation: {
        kind: 'ocr',
        protocol: 'ocr',
        isLocal,
        languages,
        hints: { query, headers: passedHeadersOf(incoming) },
      },
      requestedModel,
      isStreaming: false,
      wantsUsage: true,
      showsThinking: true,
      endUser: readEndUser(root, 'native'),
      expected: { ...NOTHING_EXPECTED, pages },
      body: { kind: 'json', document },
      timeoutMs,
    };
  },
});

/** `gw.ocr_languages`. @throws field_invalid */
function readLanguages(node: JsonNode | undefined): readonly string[] | null {
  if (!node || isNull(node)) return null;
  const names = itemsOf(node).map((item) => stringOf(item) ?? '');
  if (names.length > 0 && names.length <= OCR_LANGUAGES_MAX && names.every(isOcrLanguage)) {
    return [...new Set(names)];
  }
  throw refuse('field_invalid', {
    message: `gw.ocr_languages must be 1 to ${OCR_LANGUAGES_MAX} of ${OCR_LANGUAGES.join(', ')}.`,
    param: 'gw.ocr_languages',
  });
}
