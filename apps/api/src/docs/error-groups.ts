import type { ErrorKey } from '#kernel';

/** What any request may get, even before it is known who calls. */
const HTTP: readonly ErrorKey[] = ['header_invalid', 'headers_too_large', 'internal'];
const KEY: readonly ErrorKey[] = ['key_missing', 'key_unknown', 'keys_limited', 'auth_unavailable'];
const BODY: readonly ErrorKey[] = [
  'body_malformed',
  'body_not_utf8',
  'body_too_deep',
  'body_duplicate_key',
  'content_type_unsupported',
  'content_encoding_unsupported',
  'field_invalid',
  'body_too_slow',
  'body_too_large',
  'protection_blocked',
  'answer_blocked',
  'document_unscannable',
];

/** What may come between the key and the provider's answer, on every path that leads to one. */
const CALL: readonly ErrorKey[] = [
  ...HTTP,
  ...KEY,
  ...BODY,
  'header_removed',
  'query_invalid',
  'model_missing',
  'model_unprefixed',
  'model_unknown',
  'model_not_allowed',
  'residency_blocked',
  'scope_violation',
  'scope_guard_unavailable',
  'object_unknown',
  'objects_unavailable',
  'batch_unreadable',
  'wire_unsupported',
  'budget_reached',
  'cap_reached',
  'allowance_reached',
  'plan_missing',
  'credit_exhausted',
  'rate_limited',
  'tokens_limited',
  'metering_unavailable',
  'audit_unavailable',
  'price_unavailable',
  'option_unpriced',
  'gateway_overloaded',
  'server_restarting',
  'upstream_failed',
  'upstream_unhealthy',
  'upstream_timeout',
];

/** What may come of a document that is opened. */
const DOCUMENT: readonly ErrorKey[] = [
  'document_invalid',
  'document_encrypted',
  'document_unreadable',
  'document_too_large_to_scan',
  'document_processing_timeout',
  'document_page_budget_exceeded',
  'document_type_unsupported',
  'documents_busy',
  'pdf_renderer_unavailable',
];
const CONVERSATION: readonly ErrorKey[] = [
  ...CALL,
  ...DOCUMENT,
  'file_id_not_supported',
  'document_has_no_text',
];

/** Of a job that is there already. */
const JOB: readonly ErrorKey[] = [...HTTP, ...KEY, 'rate_limited', 'job_unknown'];

/** Which errors an operation can answer with; operations that share a group share its responses. */
export const ERROR_GROUPS = {
  Chat: CONVERSATION,
  Messages: CONVERSATION,
  Responses: CONVERSATION,
  Gemini: [...CONVERSATION, 'path_invalid', 'path_unknown'],
  Forwarded: [
    ...CALL,
    'path_invalid',
    'body_unexpected',
    'path_unknown',
    'method_not_allowed',
    'path_not_allowed',
    'path_administrative',
    'path_unpriced',
    'objects_not_shared',
    'form_malformed',
    'provider_unchosen',
    'own_key_required',
  ],
  TypedDecision: [
    ...CALL,
    'own_key_required',
    'questions_invalid',
    'questions_forbidden',
    'questions_too_long',
    'options_collide',
    'state_too_large',
    'questions_too_large',
    'questions_too_costly',
    'state_invalid',
    'questions_missing',
    'typed_model_unavailable',
    'typed_busy',
  ],
  Tools: [
    ...CALL,
    'mcp_message_invalid',
    'mcp_origin_refused',
    'mcp_meta_incomplete',
    'mcp_headers_differ',
    'mcp_version_unsupported',
    'mcp_method_unknown',
  ],
  Ocr: [
    ...CALL,
    ...DOCUMENT,
    'document_not_inline',
    'file_id_not_supported',
    'parameter_unsupported',
    'ocr_unavailable',
  ],
  Documents: [
    ...CALL,
    ...DOCUMENT,
    'form_malformed',
    'document_options_invalid',
    'ocr_unavailable',
    'anonymization_verification_failed',
  ],
  NewJob: [
    ...CALL,
    ...DOCUMENT,
    'form_malformed',
    'document_options_invalid',
    'document_storage_unavailable',
    'idempotency_key_reused',
  ],
  Job: [...JOB],
  JobList: [...JOB, 'field_invalid'],
  JobCancel: [...JOB, 'job_not_cancellable'],
  JobMapping: [
    ...JOB,
    'job_has_no_mapping',
    'job_interrupted',
    'job_orphaned',
    'document_storage_unavailable',
  ],
  JobResult: [
    ...HTTP,
    'signature_invalid',
    'job_unknown',
    'url_expired',
    'result_expired',
    'document_storage_unavailable',
  ],
  ModelList: [...HTTP, ...KEY, 'rate_limited'],
  Model: [...HTTP, ...KEY, 'rate_limited', 'path_invalid', 'model_unknown'],
  GeminiModels: [...HTTP, ...KEY, 'rate_limited', 'field_invalid', 'model_unknown'],
  Metrics: ['path_unknown'],
  AuditLog: ['path_unknown'],
  AuditLogQuery: ['path_unknown', 'field_invalid'],
} as const satisfies Readonly<Record<string, readonly ErrorKey[]>>;

export type ErrorGroup = keyof typeof ERROR_GROUPS;
