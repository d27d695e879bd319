import { Injectable } from '@nestjs/common';
import {
  Dispatcher,
  LOCAL_FAMILY,
  type DispatchRecord,
  type Family,
  type MeteredCall,
  type Operation,
} from '#call';
import { assert, Clock, failed, NEVER_ENDED, parseSteps, refuse, runInSlices } from '#kernel';
import {
  NO_USAGE,
  readOcr,
  writeOcrAnswer,
  type OcrAnswerPage,
  type OcrRequest,
  type Reply,
} from '#wire';
import { Cell } from './cell/cell.js';
import { isDataUrl, readDataUrl } from './intake/data-url.js';
import { isOcrLanguage } from './ocr/languages.js';
import { pageOfAnswer } from './ocr-answer.js';

/** What is told back in base64, of all pages together. */
const IMAGE_BYTES_MAX = 32 * 1_048_576;

/** Reads the pages of a document on this machine: no provider gets to see it. */
@Injectable()
export class OcrDispatcher extends Dispatcher {
  constructor(
    private readonly cell: Cell,
    private readonly clock: Clock,
  ) {
    super();
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return operation === 'ocr' && family === LOCAL_FAMILY;
  }

  speaks(): boolean {
    return false;
  }

  /** @throws what is wrong with the document; nothing is charged then */
  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const { operation, inspection, timeoutMs } = call;
    const { request } = inspection;
    assert(request.kind === 'json' && operation.kind === 'ocr', 'a document comes in JSON');
    const [endpoint] = call.hold.endpoints;
    assert(endpoint?.model, 'a document is read by a model');
    const asked = readOcr(request.document);
    const { bytes, mediaType, name } = await localDocument(asked);
    const startedMs = this.clock.monotonicMs();
    dispatch.endpoint = endpoint;
    dispatch.noteSent();
    const alarm = this.clock.after(timeoutMs, () =>
      dispatch.cancellation.cancel(failed('document_processing_timeout')),
    );
    const pages: OcrAnswerPage[] = [];
    let imageBytes = 0;
    try {
      await this.cell.of(call.principal.organisation.id).run('ocr', {
        documents: [bytes],
        options: {
          mediaType,
          filename: name,
          pages: asked.pages,
          languages: operation.languages?.filter(isOcrLanguage) ?? null,
          tables: asked.tables,
          partsHeader: asked.partsHeader,
          partsFooter: asked.partsFooter,
          showsBlocks: asked.includesBlocks,
          showsImages: asked.includesImages,
          imagesMax: asked.imagesMax,
          imageSizeMin: asked.imageSizeMin,
        },
        onPart: (page) => {
          imageBytes += page.images.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
          if (imageBytes > IMAGE_BYTES_MAX) {
            dispatch.cancellation.cancel(refuse('document_too_large_to_scan', IMAGES_TOO_LARGE));
          } else pages.push(pageOfAnswer(page, asked));
        },
        ended: dispatch.cancellation,
      });
      dispatch.billable = 'answer';
    } finally {
      alarm.cancel();
      dispatch.attempts.push({
        provider: endpoint.provider.name,
        model: endpoint.model.id,
        status: dispatch.billable === 'answer' ? 200 : null,
        transport: null,
        ms: Math.round(this.clock.monotonicMs() - startedMs),
      });
    }
    const text = writeOcrAnswer(call.requestedModel ?? endpoint.model.id, pages, bytes.length);
    const document = await runInSlices(parseSteps(text), NEVER_ENDED);
    const usage = { ...NO_USAGE, pages: pages.length };
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      protocol: 'ocr',
      body: {
        kind: 'json',
        frame: {
          document,
          edits: [],
          events: [{ type: 'usage', usage, isWholeFrame: false }, { type: 'done' }],
        },
      },
    };
  }
}

const IMAGES_TOO_LARGE = {
  message: `The images of these pages have more than ${IMAGE_BYTES_MAX / 1_048_576} MiB. Ask for fewer pages, or set image_limit.`,
  param: 'include_image_base64',
};

/** The document of a request that may be read here. @throws document_not_inline, and what else is wrong with it */
export async function localDocument({ document, beyond }: OcrRequest) {
  if (document.kind === 'stored') {
    throw refuse('file_id_not_supported', { param: document.param });
  }
  const { url, param, name } = document;
  if (!isDataUrl(url)) throw refuse('document_not_inline', { param });
  if (beyond !== undefined) throw refuse('parameter_unsupported', { param: beyond });
  return { ...(await readDataUrl(url, param)), name };
}
