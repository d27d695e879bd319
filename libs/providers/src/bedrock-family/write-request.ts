import type { ChatOperation } from '#call';
import { assert, type Secret } from '#kernel';
import { writeConverseRequest } from '#wire';
import type { Order } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { conversationOf } from '../inspected-body.js';
import { USER_AGENT } from '../user-agent.js';
import { folderOf } from '../write-target.js';
import { credentialOf, type Credential } from './credential.js';
import { fitConversation } from './fit-conversation.js';
import { amzDate, encodeSegment, signRequest } from './sign-request.js';

const SERVICE = 'bedrock';

/** A conversation in the Converse format, made of what data protection let through. */
export function writeConverse(order: Order, operation: ChatOperation): HttpRequest {
  const { call, endpoint } = order;
  assert(endpoint.model, 'a conversation is with a model');
  const said = conversationOf(order, operation.protocol, 'converse');
  const { explicitPromptCache } = call.principal.organisation;
  const body = writeConverseRequest(fitConversation(said, endpoint.model, explicitPromptCache));
  return requestTo(order, call.isStreaming ? 'converse-stream' : 'converse', body);
}

/** @param verb what is asked of the model */
export function requestTo(order: Order, verb: string, body: string): HttpRequest {
  const { endpoint, secret } = order;
  assert(endpoint.model, 'this format asks models alone');
  const base = new URL(endpoint.provider.baseUrl);
  const path = `${folderOf(base)}/model/${encodeSegment(endpoint.model.id)}/${verb}`;
  const credential = credentialOf(secret);
  return {
    origin: base.origin,
    path,
    method: 'POST',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json',
      ...(credential.kind === 'api key' && { authorization: `Bearer ${credential.key.reveal()}` }),
    },
    body,
    secret: quotable(credential),
    ...(credential.kind === 'keys' && {
      sign: signerOf(credential, {
        host: base.host,
        path,
        region: endpoint.region,
        nowMs: order.nowMs,
      }),
    }),
  };
}

/** What a provider could quote; the key that signs is never sent. */
const quotable = (credential: Credential): Secret | undefined => {
  if (credential.kind === 'api key') return credential.key;
  return credential.kind === 'keys' ? credential.sessionToken : undefined;
};

interface Target {
  readonly host: string;
  readonly path: string;
  readonly region: string | null;
  readonly nowMs: number;
}

/** The signature covers the body, so every attempt has its own. */
const signerOf =
  (
    { keys, sessionToken }: Extract<Credential, { readonly kind: 'keys' }>,
    { host, path, region, nowMs }: Target,
  ) =>
  (bodyHash: string): Readonly<Record<string, string>> => {
    assert(region, 'the settings name the region of this family');
    const added = {
      'x-amz-date': amzDate(nowMs),
      'x-amz-content-sha256': bodyHash,
      ...(sessionToken && { 'x-amz-security-token': sessionToken.reveal() }),
    };
    const request = { method: 'POST', path, headers: { host, ...added }, bodyHash };
    const authorization = signRequest(keys, { region, service: SERVICE, nowMs }, request);
    return { ...added, authorization };
  };
