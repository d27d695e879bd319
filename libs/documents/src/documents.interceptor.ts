import { Injectable } from '@nestjs/common';
import {
  FileTargets,
  Interceptor,
  isCleaning,
  ValueFinder,
  type Entered,
  type FileTarget,
  type ReceivedCall,
} from '#call';
import {
  Clock,
  GatewayError,
  jsonPath,
  mayMention,
  parseSteps,
  refuse,
  replaceWithString,
  runInSlices,
  type Cancellation,
  type Edit,
  type JsonNode,
} from '#kernel';
import {
  estimateInput,
  findDocuments,
  findToldDocuments,
  writeShown,
  type ConversationProtocol,
  type FoundDocument,
  type ShownPiece,
  type ToldDocument,
} from '#wire';
import { Cell, type CellDoor } from './cell/cell.js';
import { cleanOcr } from './clean/clean-ocr.js';
import { Cleaning, type CallDocument, type CleaningTools } from './clean/cleaning.js';
import { base64Of, dataUrlOf } from './clean/data-url-of.js';
import { placeEdits } from './clean/place-edits.js';
import { tableValues } from './clean/table-values.js';
import { decodeBase64, isDataUrl, readDataUrl, type InlineDocument } from './intake/data-url.js';
import { isRichText, kindOfHead } from './intake/sniff.js';
import { CHAT_PAGES_MAX, REQUEST_DOCUMENTS_BYTES_MAX } from './limits.js';

/** Words that no document comes without. */
const mayHoldDocuments = mayMention(
  '"(?:file|document|document_url|inlineData|inline_data|input_file)"',
);

type CleanEdit = Edit & { readonly isClean: boolean };

/** What is to be done for one conversation. */
interface Work {
  readonly found: readonly FoundDocument[];
  readonly told: readonly ToldDocument[];
  readonly target: FileTarget;
}

interface Opened extends CallDocument {
  readonly found: FoundDocument;
}

/**
 * First step of a conversation: documents that its model does not take as they are become images of their pages,
 * or their text, in the caller's own format. From here on they are images and texts like all others: data
 * protection reads them, and what it let through is what is sent. Where the policy wants it, values are taken out
 * of documents here, those for a provider's `/v1/ocr` included.
 */
@Injectable()
export class DocumentsInterceptor extends Interceptor<ReceivedCall, ReceivedCall> {
  private readonly tools: Omit<CleaningTools, 'cell'>;

  constructor(
    private readonly cell: Cell,
    private readonly targets: FileTargets,
    finder: ValueFinder,
    clock: Clock,
  ) {
    super();
    this.tools = { finder, clock };
  }

  /** A quick no for nearly all calls. */
  concerns({ operation, body, principal }: ReceivedCall): boolean {
    if (body.kind !== 'json') return false;
    if (operation.kind === 'ocr') {
      return !operation.isLocal && isCleaning(principal.workload.protection);
    }
    const isConversation = operation.kind === 'chat' && operation.protocol !== 'completions';
    return isConversation && mayHoldDocuments(body.document.text);
  }

  /** @throws what is wrong with a document; document_unscannable where data protection could not read its pages */
  async enter(call: ReceivedCall): Promise<Entered<ReceivedCall>> {
    const { operation, body } = call;
    if (body.kind !== 'json') return { call };
    const { root, text } = body.document;
    if (operation.kind === 'ocr')
      return this.cleaned(call, root, (one) => this.cleanOcr(call, one));
    if (operation.kind !== 'chat' || operation.protocol === 'completions') return { call };
    const { protocol } = operation;
    const found = findDocuments(
      protocol,
      root,
      text,
      isCleaning(call.principal.workload.protection),
    );
    const told = protocol === 'messages' ? findToldDocuments(root) : [];
    refuseUntold(call, root, told);
    const target = found.length + told.length > 0 ? this.targets.of(call) : null;
    if (!target) return { call };
    const work: Work = { found, told, target };
    return this.cleaned(call, root, (cleaning) => this.convert(call, protocol, work, cleaning));
  }

  private async cleaned(
    call: ReceivedCall,
    root: JsonNode,
    work: (cleaning: Cleaning | null) => Promise<ReceivedCall>,
  ): Promise<Entered<ReceivedCall>> {
    const cleaning = Cleaning.of(this.toolsOf(call), call, root);
    try {
      return { call: await work(cleaning) };
    } finally {
      cleaning?.end();
    }
  }

  private async cleanOcr(call: ReceivedCall, cleaning: Cleaning | null): Promise<ReceivedCall> {
    if (call.body.kind !== 'json' || !cleaning) return call;
    const clean = await cleanOcr(call.body.document, cleaning);
    if (!clean) return call;
    const { text, ...cleaned } = clean;
    const document = await runInSlices(parseSteps(text), call.callerGone);
    return { ...call, cleaned, body: { kind: 'json', document } };
  }

  private async convert(
    call: ReceivedCall,
    protocol: ConversationProtocol,
    { found, told, target }: Work,
    cleaning: Cleaning | null,
  ): Promise<ReceivedCall> {
    const { body, callerGone } = call;
    if (body.kind !== 'json') return call;
    const { document } = body;
    const paramOf = ({ data }: FoundDocument): string => jsonPath(document.root, data);
    const opened = await openAll(found, paramOf);
    const shown = opened.filter((one) => !isTakenAsIs(one, target));
    if (shown.length === 0 && !cleaning) return call;
    if (!cleaning) refuseUnseen(call, shown, target, (one) => paramOf(one.found));
    const edits: CleanEdit[] = cleaning ? await cleanTold(told, document.root, cleaning) : [];
    const toShow: (Opened & { readonly isClean: boolean })[] = [];
    for (const one of opened) {
      const isAsIs = !shown.includes(one);
      // What goes as a file, as pictures, or has tables; of what else goes as text it is enough that the text is clean.
      const isPaged = kindOfHead(one.bytes) !== null;
      const isFile = isAsIs || (isPaged ? target.seesImages : !isRichText(one.bytes));
      if (!cleaning || !isFile) toShow.push({ ...one, isClean: false });
      else {
        const clean = await cleaning.file(one, paramOf(one.found));
        if (isAsIs) edits.push(...asFile(one.found, clean));
        else toShow.push({ ...clean, found: one.found, isClean: true });
      }
    }
    const ended = cleaning?.ended ?? callerGone;
    const values = cleaning ? [] : await tableValues(this.toolsOf(call), call, toShow);
    const pieces = await showAll(this.cellOf(call), toShow, { target, ended });
    for (const [index, { found: one, name, isClean }] of toShow.entries()) {
      let here = pieces[index] ?? [];
      if (cleaning && !isClean) here = await cleanPieces(here, name, paramOf(one), cleaning);
      const text = writeShown(protocol, here, one.cacheMark);
      edits.push({ start: one.part.start, end: one.part.end, text, isClean: cleaning !== null });
    }
    const { text, all, spans } = placeEdits(document.text, edits);
    const converted = await runInSlices(parseSteps(text), callerGone);
    const { audioBytes: _sound, ...input } = await runInSlices(
      estimateInput(converted, protocol),
      callerGone,
    );
    return {
      ...call,
      expected: { ...call.expected, ...input },
      body: { kind: 'json', document: converted },
      documentSpans: all,
      ...(cleaning && edits.length > 0 && { cleaned: { spans, found: cleaning.found } }),
      ...(values.length > 0 && { documentValues: values }),
    };
  }

  private toolsOf(call: ReceivedCall): CleaningTools {
    return { ...this.tools, cell: this.cellOf(call) };
  }

  private cellOf({ principal }: ReceivedCall): CellDoor {
    return this.cell.of(principal.organisation.id);
  }
}

async function showAll(
  cell: CellDoor,
  documents: readonly CallDocument[],
  { target, ended }: { readonly target: FileTarget; readonly ended: Cancellation },
): Promise<readonly (readonly ShownPiece[])[]> {
  const pieces = documents.map((): ShownPiece[] => []);
  if (documents.length === 0) return pieces;
  await cell.run('show', {
    documents: documents.map(({ bytes }) => bytes),
    options: {
      documents: documents.map(({ mediaType, name: filename }) => ({ mediaType, filename })),
      seesImages: target.seesImages,
      pagesMax: CHAT_PAGES_MAX,
    },
    onPart: (part) =>
      pieces[part.document]?.push(
        part.kind === 'text'
          ? { kind: 'text', text: part.text }
          : { kind: 'image', mediaType: part.mediaType, base64: base64Of(part.bytes) },
      ),
    ended,
  });
  return pieces;
}

/** @throws document_unscannable where it is shown as a picture that nobody cleaned */
async function cleanPieces(
  pieces: readonly ShownPiece[],
  name: string,
  param: string,
  cleaning: Cleaning,
): Promise<readonly ShownPiece[]> {
  const texts = pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text;
    throw refuse('document_unscannable', {
      message: `Data protection cannot take personal data out of the pictures of a document at ${param}. Send its text.`,
      param,
    });
  });
  const clean = await cleaning.texts(name, texts, param);
  return clean.map((text) => ({ kind: 'text', text }));
}

/** @throws document_unscannable where a value is left in one */
async function cleanTold(
  told: readonly ToldDocument[],
  root: JsonNode,
  cleaning: Cleaning,
): Promise<CleanEdit[]> {
  const texts = told.flatMap((one) => one.texts);
  const names = told.flatMap(({ nameNode }) => nameNode ?? []);
  const [first] = [...texts, ...names];
  if (!first) return [];
  const valuesOf = (nodes: typeof texts) => nodes.map(({ value }) => value);
  const clean = await cleaning.told(valuesOf(texts), valuesOf(names), jsonPath(root, first));
  const put = [...clean.texts, ...clean.names];
  return [...texts, ...names].map((node, index) => ({
    ...replaceWithString(node, put[index] ?? ''),
    isClean: true,
  }));
}

/** The part that a document is, with other bytes and another name. */
function asFile({ data, nameNode }: FoundDocument, clean: CallDocument): CleanEdit[] {
  const put = isDataUrl(data.value) ? dataUrlOf(clean) : base64Of(clean.bytes);
  const edits = [{ ...replaceWithString(data, put), isClean: true }];
  if (nameNode) edits.push({ ...replaceWithString(nameNode, clean.name), isClean: true });
  return edits;
}

/**
 * What is no strict base64 is no document, and stays where it is: data protection reads it as the text that it is.
 * @throws body_too_large
 */
async function openAll(
  found: readonly FoundDocument[],
  paramOf: (one: FoundDocument) => string,
): Promise<readonly Opened[]> {
  const opened: Opened[] = [];
  let left = REQUEST_DOCUMENTS_BYTES_MAX;
  for (const one of found) {
    const { value } = one.data;
    const param = paramOf(one);
    const read = await readBytes(value, param);
    if (!read) continue;
    left -= read.bytes.length;
    if (left < 0) throw refuse('body_too_large', { param });
    opened.push({
      bytes: read.bytes,
      mediaType: one.mediaType || read.mediaType,
      name: one.name,
      found: one,
    });
  }
  return opened;
}

async function readBytes(value: string, param: string): Promise<InlineDocument | undefined> {
  try {
    return isDataUrl(value)
      ? await readDataUrl(value, param)
      : { bytes: await decodeBase64(value, 0, param), mediaType: '' };
  } catch (fault) {
    if (fault instanceof GatewayError && fault.key === 'document_invalid') return undefined;
    throw fault;
  }
}

const isTakenAsIs = ({ bytes }: Opened, { takesPdf }: FileTarget): boolean =>
  takesPdf && kindOfHead(bytes) === 'pdf';

/**
 * What nobody can take values out of, or read, within a document of texts.
 * @throws document_unscannable
 */
function refuseUntold(call: ReceivedCall, root: JsonNode, told: readonly ToldDocument[]): void {
  if (!isCleaning(call.principal.workload.protection) && !isRefusingUnseen(call)) return;
  const { unread } = told.find((one) => one.unread) ?? {};
  if (!unread) return;
  const param = jsonPath(root, unread);
  throw refuse('document_unscannable', {
    message: `Data protection cannot read what is no text at ${param}, in a document of texts. Send the document with its bytes, in base64.`,
    param,
  });
}

/**
 * Pages that become images cannot be read any more: in a protective mode they are refused before they are drawn.
 * @throws document_unscannable
 */
function refuseUnseen(
  call: ReceivedCall,
  shown: readonly Opened[],
  { seesImages }: FileTarget,
  paramOf: (one: Opened) => string,
): void {
  if (!isRefusingUnseen(call) || !seesImages) return;
  const unseen = shown.find(({ bytes }) => {
    const kind = kindOfHead(bytes);
    return kind === 'pdf' || kind === 'image';
  });
  if (!unseen) return;
  const param = paramOf(unseen);
  throw refuse('document_unscannable', {
    message: `Data protection cannot read a document at ${param}, whose pages would go as images. Send its text, or have protection.unscannable.documents changed.`,
    param,
  });
}

function isRefusingUnseen({ principal }: ReceivedCall): boolean {
  const { mode, isObserving, unscannable } = principal.workload.protection;
  return mode !== 'allow_log' && !isObserving && unscannable.document === 'refuse';
}
