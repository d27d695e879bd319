import { VERSION } from '#platform';
import type { OpenApi } from './document.js';
import { errorList } from './error-list.js';
import { errorComponents } from './error-responses.js';
import { headers, parameters } from './headers.js';
import { auditPaths } from './paths/audit.js';
import { chatPaths } from './paths/chat.js';
import { forwardedPaths } from './paths/forwarded.js';
import { geminiPaths } from './paths/gemini.js';
import { messagesPaths } from './paths/messages.js';
import { modelPaths } from './paths/models.js';
import { operationPaths } from './paths/operations.js';
import { responsesPaths } from './paths/responses.js';
import { documentJobPaths } from './paths/document-jobs.js';
import { documentPaths } from './paths/documents.js';
import { knowledgePaths } from './paths/knowledge.js';
import { mcpPaths } from './paths/mcp.js';
import { ocrPaths } from './paths/ocr.js';
import { systemonePaths } from './paths/systemone.js';
import { providerRefusal } from './provider-refusal.js';
import { chatSchemas } from './schemas/chat.js';
import { errorSchemas } from './schemas/error.js';
import { forwardedSchemas } from './schemas/forwarded.js';
import { gatewayExtensionSchemas } from './schemas/gateway-extension.js';
import { geminiSchemas } from './schemas/gemini.js';
import { messagesSchemas } from './schemas/messages.js';
import { modelSchemas } from './schemas/models.js';
import { responsesSchemas } from './schemas/responses.js';
import { documentSchemas } from './schemas/documents.js';
import { knowledgeSchemas } from './schemas/knowledge.js';
import { mcpSchemas } from './schemas/mcp.js';
import { ocrSchemas } from './schemas/ocr.js';
import { systemoneSchemas } from './schemas/systemone.js';

const DESCRIPTION = `One address between your software and every model provider. SDKs of the chat-completions format work with it: set their base URL to the address above with \`/v1\` behind it, and their key to a virtual key. SDKs of the messages format take the address with \`/alt\` behind it, or as it is; those of Gemini's, as it is.

A model is named \`<provider>/<model>\`, or by an alias. Before a call is sent it is inspected for personal data, routed, sealed into the audit log, and its price is held against budget, cap and credit.

This document describes what the gateway adds, reads and changes. Fields that it only passes on are explained by the makers of their format; each path links there.

The examples are answered by the sandbox of a first run; those that need more say so. In a shell, put a virtual key into \`API_KEY\` before: \`export API_KEY=…\`. \`npm start\` prints the first one, and \`first-run.json\` in the data folder holds it.

Errors are \`{"error": {"message", "type", "param", "code"}}\`, with more in \`error.gw\` where there is more to say. \`type\` goes with the status, \`code\` is for programs. Every key is listed at the end. Every answer has a \`request-id\`.`;

const AUDIT =
  'The logs of all organisations, for an auditor: with `GW_AUDIT_TOKEN` set, to whoever sends it. Everybody else gets 404.';

const FORWARDED = `These paths go to the provider as they are, streams included: method, path, query and body are the caller's, and the answer is the provider's. So their fields are those of the provider's own reference, which each path links to, for models that the provider offers there.

The gateway changes only what it must. The model loses its prefix on the way out and has it again on the way back, \`gw\` is taken out, and what data protection finds is replaced and restored. Of the request's headers only \`accept\` and \`openai-beta\` go out; of the answer's \`content-type\`, \`content-disposition\` and \`content-language\` come back.

JSON bodies may have 32 MiB, forms 64 MiB. A path that names no model needs \`x-gw-provider\` or a default provider where more than one may be meant. It is forwarded only with the organisation's own credential; it is sealed and counts towards the rate limits, but has no price.`;

/** The public surface of this release, OpenAPI 3.1. */
export const openApi: OpenApi = {
  openapi: '3.1.0',
  info: {
    title: 'Model gateway',
    version: VERSION,
    summary: 'An open, self-hosted gateway between your software and every model provider.',
    description: DESCRIPTION,
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The gateway that serves this document.' }],
  tags: [
    { name: 'Chat', description: 'The chat-completions format, for any provider.' },
    { name: 'Messages', description: 'The messages format, for any provider.' },
    { name: 'Gemini', description: 'The format of Gemini, for any provider.' },
    { name: 'Responses', description: 'The Responses format, for any provider.' },
    { name: 'Typed decisions', description: 'Questions with typed answers, on this machine.' },
    { name: 'Tools', description: 'Tools of registered servers, called by the gateway.' },
    { name: 'Documents', description: 'Read, and without personal data, on this machine.' },
    { name: 'Knowledge', description: 'Documents that are searched by what they mean.' },
    { name: 'Models', description: 'What a key can reach.' },
    { name: 'Forwarded paths', description: FORWARDED },
    { name: 'Audit log', description: AUDIT },
    { name: 'Operations', description: 'For load balancers and monitoring. No API key is needed.' },
  ],
  security: [{ virtualKey: [] }],
  paths: {
    ...chatPaths,
    ...messagesPaths,
    ...geminiPaths,
    ...responsesPaths,
    ...systemonePaths,
    ...mcpPaths,
    ...ocrPaths,
    ...documentPaths,
    ...documentJobPaths,
    ...knowledgePaths,
    ...modelPaths,
    ...forwardedPaths,
    ...operationPaths,
    ...auditPaths,
  },
  'x-errors': errorList,
  components: {
    securitySchemes: {
      virtualKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'A virtual key, `gw_live_…` or `gw_test_…`. It stands for a workload.',
      },
      auditToken: {
        type: 'http',
        scheme: 'bearer',
        description: '`GW_AUDIT_TOKEN`.',
        'x-variable': 'GW_AUDIT_TOKEN',
      },
      metricsToken: {
        type: 'http',
        scheme: 'bearer',
        description: '`GW_METRICS_TOKEN`.',
        'x-variable': 'GW_METRICS_TOKEN',
      },
    },
    parameters,
    headers,
    responses: { ...errorComponents, ProviderRefusal: providerRefusal },
    schemas: {
      ...chatSchemas,
      ...messagesSchemas,
      ...geminiSchemas,
      ...responsesSchemas,
      ...systemoneSchemas,
      ...mcpSchemas,
      ...knowledgeSchemas,
      ...ocrSchemas,
      ...documentSchemas,
      ...gatewayExtensionSchemas,
      ...modelSchemas,
      ...forwardedSchemas,
      ...errorSchemas,
    },
  },
};
