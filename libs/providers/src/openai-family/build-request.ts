import type { Endpoint, MeteredCall, OutgoingBody } from '#call';
import { applyEdits, parseJson, type JsonDocument } from '#kernel';
import type { HttpRequest } from '../http/http-client.js';
import { buildJsonBody } from './build-json-body.js';
import { addressOf } from './endpoint.js';
import { writeForm } from './write-form.js';

const USER_AGENT = 'model-gateway';

/** The request for one endpoint, made of what data protection let through and nothing else. */
export function buildRequest(call: MeteredCall, endpoint: Endpoint): HttpRequest {
  const { provider, model } = endpoint;
  const { origin, path, headers } = addressOf(provider, model, call.path, call.query);
  const { body, bodyHeaders } = buildBody(call, call.inspection.request, endpoint);
  return {
    origin,
    path,
    method: call.method,
    headers: { 'user-agent': USER_AGENT, ...call.passHeaders, ...bodyHeaders, ...headers },
    body,
  };
}

function buildBody(
  call: MeteredCall,
  outgoing: OutgoingBody,
  endpoint: Endpoint,
): { body: HttpRequest['body']; bodyHeaders: Record<string, string> } {
  switch (outgoing.kind) {
    case 'none':
      return { body: null, bodyHeaders: {} };
    case 'json': {
      const body = buildJsonBody(call, inspected(outgoing), endpoint);
      return { body, bodyHeaders: { 'content-type': 'application/json' } };
    }
    case 'form': {
      const form = writeForm(outgoing.form, endpoint.model?.id ?? null, `gw-${call.callId}`);
      const bodyHeaders = {
        'content-type': form.contentType,
        'content-length': String(form.bytes),
      };
      return { body: form.stream, bodyHeaders };
    }
  }
}

/** Parsed anew only if something was replaced: later edits then cannot collide with those. */
function inspected({ document, edits }: Extract<OutgoingBody, { kind: 'json' }>): JsonDocument {
  return edits.length === 0 ? document : parseJson(applyEdits(document.text, edits));
}
