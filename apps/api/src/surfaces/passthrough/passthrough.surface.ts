import type { IncomingMessage } from 'node:http';
import type { Arrival, ReceivedBody, ReceivedCall, Surface } from '#call';
import {
  isTrue,
  member,
  refuse,
  runInSlices,
  stringOf,
  type Cancellation,
  type JsonNode,
} from '#kernel';
import { boundedEndUser, readEndUser } from '#wire';
import { keyOf } from '../../http/caller-key.js';
import { checkMembers } from '../../http/deciding-members.js';
import { passedHeadersOf } from '../../http/pass-on.js';
import { bodyKindOf } from '../../http/read-body.js';
import { spoolForm } from '../../http/spool-form.js';
import { checkOptionFields, checkOptions } from '../../http/unpriced-options.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { batchOfRequest } from './batch-of.js';
import { expectedOf } from './expected-usage.js';
import { operationOf } from './operation-of.js';
import { checkPermission, checkPrice } from './forward-policy.js';

const SURFACES: Readonly<Record<string, Surface>> = {
  completions: 'completions',
  embeddings: 'embeddings',
  moderations: 'moderations',
  responses: 'responses',
  audio: 'audio',
  images: 'images',
  video: 'video',
  files: 'files',
};

/** Paths of the product: what else stands below them, and other methods there, are never forwarded by mistake. */
const OWN: ReadonlySet<string> = new Set(['documents', 'mcp']);

const surfaceOf = (path: string): Surface => SURFACES[path.split('/')[2] ?? ''] ?? 'other';

/** Every other path under `/v1` that its workload may use; the model comes from the body. */
export const passthroughSurface: SurfaceAdapter = {
  protocol: 'native',
  surfaceOf,
  keyOf,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall> {
    const { incoming, method, segments, query, timeoutMs } = request;
    checkPath({ method, segments });
    checkPermission(arrival.principal, { method, segments });
    const body = await readBody(request, arrival.callerGone);
    const batch = batchOfRequest(request, body);
    const { model, isStreaming } = await admitted(body, (head) => {
      if (!batch) checkPrice(arrival.principal, { method, segments }, head.model);
      if (body.kind === 'json') checkOptions(arrival.principal, body.document.root);
      if (body.kind === 'form') checkOptionFields(arrival.principal, body.form.parts);
    });
    const expected = await runInSlices(expectedOf(arrival.surface, body), arrival.callerGone);
    const hints = { query, headers: passedHeadersOf(incoming) };
    const asked = operationOf({ method, segments }, body, hints);
    return {
      ...arrival,
      protocol: asked?.protocol ?? arrival.protocol,
      operation: asked?.operation ?? {
        ...hints,
        kind: 'forward',
        method,
        segments,
        asksForUsage: false, // Other formats that stream send their usage unasked.
        providerName: providerOf(incoming),
        ...(batch && { batch }),
      },
      requestedModel: model,
      isStreaming,
      wantsUsage: wantsUsage(arrival.surface, body),
      showsThinking: true,
      endUser: endUserOf(body),
      expected,
      body,
      timeoutMs,
    };
  },
};

/** @throws path_unknown */
function checkPath({ method, segments }: Pick<SurfaceRequest, 'method' | 'segments'>): void {
  const [version, collection = ''] = segments;
  if (collection === version || collection === 'v1beta') {
    throw refuse('path_unknown', {
      message: `The path begins with /${version} and /${collection}. The base URL has it already: leave it out of one.`,
    });
  }
  if (OWN.has(collection)) {
    throw refuse('path_unknown', {
      message: `${method} is not served on /${segments.join('/')}. /docs/api lists paths and their methods.`,
    });
  }
}

function endUserOf(body: ReceivedBody): string | null {
  if (body.kind === 'json') return readEndUser(body.document.root, 'native');
  const parts = body.kind === 'form' ? body.form.parts : [];
  const field = parts.find((part) => part.kind === 'field' && part.name === 'user');
  return field?.kind === 'field' ? boundedEndUser(field.value) : null;
}

/** `stream_options.include_usage`; formats that do not know it always send theirs. */
const wantsUsage = (surface: Surface, body: ReceivedBody): boolean =>
  surface !== 'completions' ||
  (body.kind === 'json' &&
    isTrue(member(member(body.document.root, 'stream_options'), 'include_usage')));

async function readBody(
  { incoming, body }: SurfaceRequest,
  callerGone: Cancellation,
): Promise<ReceivedBody> {
  switch (bodyKindOf(incoming)) {
    case 'none':
      return { kind: 'none' };
    case 'json': {
      const document = await body.json(callerGone);
      await runInSlices(checkMembers(document.root), callerGone);
      return { kind: 'json', document };
    }
    case 'form':
      return { kind: 'form', form: await spoolForm(incoming, body) };
  }
}

/** A form that is refused leaves nothing on the disk. */
async function admitted(body: ReceivedBody, check: (head: BodyHead) => void): Promise<BodyHead> {
  try {
    const head = headOf(body);
    check(head);
    return head;
  } catch (error) {
    if (body.kind === 'form') await body.form.dispose();
    throw error;
  }
}

interface BodyHead {
  readonly model: string | null;
  readonly isStreaming: boolean;
}

function headOf(body: ReceivedBody): BodyHead {
  switch (body.kind) {
    case 'none':
      return { model: null, isStreaming: false };
    case 'json': {
      const { root } = body.document;
      return {
        model: modelOf(member(root, 'model')),
        isStreaming: isTrue(member(root, 'stream')),
      };
    }
    case 'form': {
      const valueOf = (name: string) => {
        const field = body.form.parts.find((part) => part.kind === 'field' && part.name === name);
        return field?.kind === 'field' ? field.value : null;
      };
      return { model: valueOf('model'), isStreaming: valueOf('stream') === 'true' };
    }
  }
}

function modelOf(node: JsonNode | undefined): string | null {
  if (node === undefined) return null;
  const model = stringOf(node);
  if (!model) throw refuse('model_missing', { param: 'model' });
  return model;
}

function providerOf({ headers }: IncomingMessage): string | null {
  const header = headers['x-gw-provider'];
  return typeof header === 'string' && header !== '' ? header : null;
}
