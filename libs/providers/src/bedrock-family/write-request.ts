import { assert, type Secret } from '#kernel';
import { writeConverseRequest } from '#wire';
import type { WriteBody } from '../body-order.js';
import { conversationOf } from '../conversation-of.js';
import type { Order, RequestHead } from '../family-adapter.js';
import { USER_AGENT } from '../user-agent.js';
import { folderOf } from '../write-target.js';
import { credentialOf, type Credential } from './credential.js';
import { fitConversation } from './fit-conversation.js';
import { amzDate, encodeSegment, signRequest } from './sign-request.js';

const SERVICE = 'bedrock';

/** A conversation in the Converse format, made of what data protection let through. */
export const writeBody: WriteBody = (order, document) => {
  const { model, organisation } = order;
  assert(model, 'a conversation is with a model');
  const said = conversationOf(order, document, 'converse');
  const fitted = fitConversation(said, model, organisation.explicitPromptCache);
  return { text: writeConverseRequest(fitted) };
};

export const writeHead = (order: Order): RequestHead =>
  headTo(order, order.call.isStreaming ? 'converse-stream' : 'converse');

/** @param verb what is asked of the model */
export function headTo(order: Order, verb: string): RequestHead {
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
