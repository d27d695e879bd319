/**
 * Every error a caller may ever see: status, `error.type`, `error.code`, default message (what is
 * wrong, then what to do), and whether a client should try again. `docs/errors.md` lists the same keys; a test compares them.
 */
export interface ErrorSpec {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** Seconds for `Retry-After`; absent means that no such header is sent by default. */
  readonly retryAfterSeconds?: number;
  /** Overrides the SDKs' own retry rule (they retry 408, 409, 429 and 5xx by themselves). */
  readonly shouldRetry?: boolean;
}

const invalid = (message: string): ErrorSpec => ({
  status: 400,
  type: 'invalid_request_error',
  code: 'invalid_request',
  message,
});

const unreadable = (code: string, message: string): ErrorSpec => ({
  status: 422,
  type: 'invalid_request_error',
  code,
  message,
});

const quota = (message: string): ErrorSpec => ({
  status: 402,
  type: 'insufficient_quota',
  code: 'insufficient_quota',
  message,
  shouldRetry: false,
});

const rate = (message: string): ErrorSpec => ({
  status: 429,
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
  message,
});

export const catalogue = {
  body_malformed: invalid(
    'The request body is not valid JSON. Look for trailing commas, comments and quotes.',
  ),
  body_not_utf8: invalid('The request body is not valid UTF-8. Encode it as UTF-8.'),
  body_too_deep: invalid('The request body is nested too deeply. Send a flatter one.'),
  body_duplicate_key: invalid(
    'The request body repeats a key within one object. Send each key once.',
  ),
  content_type_unsupported: invalid(
    'The content type of this request is not supported here. Send application/json, or multipart/form-data where files are uploaded.',
  ),
  content_encoding_unsupported: invalid(
    'Compressed request bodies are not supported. Send the body as it is.',
  ),
  form_malformed: invalid(
    'The multipart form could not be read. Let your HTTP client write it, boundary included.',
  ),
  field_invalid: invalid(
    'A field of the request is missing or has the wrong shape: error.param names it.',
  ),
  document_invalid: {
    ...invalid('The document is missing, empty or no base64. Send it whole, as a data: URL.'),
    code: 'invalid_document',
  },
  document_not_inline: {
    ...invalid('This model reads inline documents alone. Send the document as a data: URL.'),
    code: 'inline_document_required',
  },
  file_id_not_supported: {
    ...invalid('Files that a provider keeps are not resolved here. Send the bytes themselves.'),
    code: 'file_id_not_supported',
  },
  parameter_unsupported: {
    ...invalid(
      'A parameter is not supported by this model. Leave it out, or choose another model.',
    ),
    code: 'unsupported_parameter',
  },
  document_options_invalid: {
    ...invalid('The options of the document cannot be used: error.param names the one at fault.'),
    code: 'invalid_options',
  },
  header_invalid: invalid(
    'A header of the request has a value that cannot be used. Mend it, or leave it out.',
  ),
  header_removed: invalid(
    'The header x-gw-dlp is no longer accepted. Leave it out: an administrator sets data protection for each workload.',
  ),
  path_invalid: invalid(
    'The path holds characters that are not forwarded. Send a plain one, without needless escapes.',
  ),
  query_invalid: invalid(
    'The query can be read in more than one way. Write each name once, and a list as name[].',
  ),
  body_unexpected: invalid('A request with this method carries no body. Send it without one.'),
  model_missing: invalid(
    'model is required and must be provider-prefixed, as in openai/gpt-5. GET /v1/models lists those of this key.',
  ),
  model_unprefixed: invalid(
    'model must be provider-prefixed, as in openai/gpt-5. GET /v1/models lists those of this key.',
  ),
  provider_unchosen: invalid(
    'This path names no model. Say which provider serves it with the header x-gw-provider.',
  ),
  wire_unsupported: invalid(
    'The chosen provider does not speak the format of this path. Take another model or path.',
  ),
  mcp_message_invalid: {
    ...invalid('This is no JSON-RPC message that is served here. Send one request at a time.'),
    code: 'mcp_message_invalid',
  },
  mcp_meta_incomplete: {
    ...invalid(
      'The request does not say which revision its client speaks and what it can do. Name both in its _meta.',
    ),
    code: 'mcp_meta_incomplete',
  },
  mcp_headers_differ: {
    ...invalid(
      'The headers of the request say something else than its body. Have MCP-Protocol-Version, Mcp-Method and Mcp-Name say the same.',
    ),
    code: 'mcp_headers_differ',
  },
  mcp_version_unsupported: {
    ...invalid('This revision of the protocol is not served. error.data names those that are.'),
    code: 'mcp_version_unsupported',
  },
  tool_arguments_invalid: {
    ...invalid('The arguments do not fit the schema of the tool. tools/list has it.'),
    code: 'tool_arguments_invalid',
  },
  mcp_state_invalid: {
    ...invalid(
      'This requestState was not given out by the gateway for this call, or is older than an hour. Make the call anew without it.',
    ),
    code: 'mcp_state_invalid',
  },
  questions_invalid: {
    ...invalid(
      'The questions are malformed: error.param names the place. Each has a type (noul, choice or score) and instructions.',
    ),
    code: 'questions_invalid',
  },
  questions_forbidden: {
    ...invalid(
      'gw/typed/router brings its own questions. Leave questions out, or ask a model that answers yours.',
    ),
    code: 'questions_forbidden',
  },
  questions_too_long: {
    ...invalid(
      'The questions have more than about 1000 tokens. Ask fewer questions, or in fewer words.',
    ),
    code: 'questions_too_long',
  },
  options_collide: {
    ...invalid(
      'Two options of a question cannot be told apart once brackets, parentheses and backticks are gone. Name them so that they differ.',
    ),
    code: 'options_collide',
  },
  key_missing: {
    status: 401,
    type: 'authentication_error',
    code: 'invalid_api_key',
    message:
      'No API key was sent. Use the header Authorization: Bearer <virtual key>, or the one that SDKs of the format send: x-api-key or x-goog-api-key.',
  },
  key_unknown: {
    status: 401,
    type: 'authentication_error',
    code: 'invalid_api_key',
    message:
      'The API key is unknown, revoked or expired. Send a virtual key of this gateway, not one of a provider.',
  },
  budget_reached: quota(
    'The budget of this workload is reached. Ask for less output, wait for its next period, or have it raised.',
  ),
  cap_reached: quota(
    'The spend cap of the organisation is reached. Wait for its next period, or have it raised.',
  ),
  allowance_reached: quota(
    "The free allowance of the organisation's plan is used up. Wait for its next period, or have credit added.",
  ),
  plan_missing: quota(
    'The organisation has no plan that is in force, and no credit. Have one of them added.',
  ),
  credit_exhausted: quota('The prepaid credit of the organisation is used up. Have it raised.'),
  mcp_origin_refused: {
    status: 403,
    type: 'permission_error',
    code: 'mcp_origin_refused',
    message: 'The tool gateway is not for pages of other sites. Call it from a server or an agent.',
  },
  model_not_allowed: {
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    message:
      'This model is not on the allow-list of the workload. GET /v1/models lists those that are.',
  },
  residency_blocked: {
    status: 403,
    type: 'permission_error',
    code: 'residency_blocked',
    message:
      'Blocked by residency policy: no allowed jurisdiction serves the request. error.gw names the verdict on each endpoint.',
  },
  scope_violation: {
    status: 403,
    type: 'scope_violation',
    code: 'scope_violation',
    message:
      'Outside the declared scope of this workload. Ask for what it is for, or have its scope changed.',
  },
  own_key_required: {
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    message:
      "This path is forwarded only with the organisation's own provider key. Name such a provider with the header x-gw-provider.",
  },
  path_not_allowed: {
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    message:
      'This workload may not have this path forwarded. Its operator can open it: workloads[].forward.',
  },
  path_administrative: {
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    message:
      "Paths that administer a provider's account are never forwarded. Use the provider's own console.",
  },
  path_unpriced: {
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    message:
      'What this path costs cannot be known, so it is not served while a budget, a cap or credit applies. Use the key of a workload to which none applies.',
  },
  option_unpriced: {
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    message:
      "This asks for something that the model's price does not cover, so it is not served while a budget, a cap or credit applies. Leave out what error.param names.",
  },
  objects_not_shared: {
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    message:
      'This names no object, so it reaches what other workloads made, too. Keep the ids that your own calls answer; the operator opens lists to every workload with organisation.share_ids.',
  },
  signature_invalid: {
    status: 403,
    type: 'permission_error',
    code: 'invalid_signature',
    message:
      'The signature of this address is missing, or not of this gateway. Read the job again, which gives a new address.',
  },
  mcp_method_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'mcp_method_unknown',
    message:
      'The tool gateway does not serve this method to this key. server/discover, and initialize before it, say what is served.',
  },
  mcp_target_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'mcp_target_not_found',
    message:
      'There is no such prompt or resource for this key. prompts/list and resources/list have those that there are.',
  },
  tool_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'tool_not_found',
    message: 'There is no such tool for this key. tools/list has those that there are.',
  },
  model_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'model_not_found',
    message: 'No such model. GET /v1/models lists those of this key.',
  },
  path_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'not_found',
    message:
      'No such path. Those of the API begin with /v1, so a base URL ends with it; /docs/api lists them.',
  },
  object_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'not_found',
    message:
      'The request names an object that this workload did not make through the gateway. Use an id that one of its own calls answered.',
  },
  job_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'not_found',
    message:
      'There is no such job, or it is not of this workload. GET /v1/documents/anonymize/jobs lists those that are.',
  },
  store_unknown: {
    status: 404,
    type: 'not_found_error',
    code: 'not_found',
    message:
      'There is no such vector store, or this workload was not granted it. GET /v1/vector_stores lists those that it may search.',
  },
  job_has_no_mapping: {
    status: 404,
    type: 'not_found_error',
    code: 'not_found',
    message:
      'The job has no mapping: it was made without options.include_mapping, or has not been completed.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    code: 'method_not_allowed',
    message: 'This method is not served. There are GET, HEAD, POST, PUT, PATCH and DELETE.',
  },
  body_too_slow: {
    status: 408,
    type: 'invalid_request_error',
    code: 'request_timeout',
    message: 'The request came in too slowly. Send it again.',
  },
  job_not_cancellable: {
    status: 409,
    type: 'conflict_error',
    code: 'job_not_cancellable',
    message: 'The job has ended, so there is nothing to cancel. Delete it to be rid of its result.',
    shouldRetry: false,
  },
  store_full: {
    status: 409,
    type: 'conflict_error',
    code: 'vector_store_full',
    message:
      'The vector store has as many documents or passages as it may have. Delete some, or upload to another store.',
    shouldRetry: false,
  },
  idempotency_key_reused: {
    status: 409,
    type: 'conflict_error',
    code: 'idempotency_key_reuse',
    message:
      'This Idempotency-Key was sent before, with another document or other options. Take a new one for each job.',
    shouldRetry: false,
  },
  url_expired: {
    status: 410,
    type: 'invalid_request_error',
    code: 'url_expired',
    message: 'This address is good no more. Read the job again, which gives a new one.',
  },
  result_expired: {
    status: 410,
    type: 'invalid_request_error',
    code: 'result_expired',
    message: 'The result was deleted: by whoever made the job, or since it was kept long enough.',
  },
  body_too_large: {
    status: 413,
    type: 'request_too_large',
    code: 'request_too_large',
    message: 'The request body is larger than this gateway accepts. Send less at a time.',
  },
  state_too_large: {
    status: 413,
    type: 'request_too_large',
    code: 'state_too_large',
    message: 'state is larger than 131072 bytes of JSON. Send what the questions are about alone.',
  },
  questions_too_large: {
    status: 413,
    type: 'request_too_large',
    code: 'questions_too_large',
    message: 'questions is larger than 65536 bytes of JSON. Ask fewer questions at a time.',
  },
  questions_too_costly: {
    status: 413,
    type: 'request_too_large',
    code: 'questions_too_costly',
    message:
      'The model does not read as many options of all questions in its time. Ask fewer at a time.',
  },
  state_invalid: {
    status: 422,
    type: 'invalid_request_error',
    code: 'state_invalid',
    message:
      'state is missing or has the wrong shape: a text, an object or a list. That of gw/typed/router is a text, or an object with request.',
  },
  questions_missing: {
    status: 422,
    type: 'invalid_request_error',
    code: 'questions_missing',
    message: 'questions is required: 1 to 16 of them, by name or as a list.',
  },
  protection_blocked: {
    status: 422,
    type: 'invalid_request_error',
    code: 'data_protection_blocked',
    message:
      'Data protection refused the request. Take the values out or, where they can be replaced, name them in gw.remove.',
  },
  answer_blocked: {
    status: 422,
    type: 'invalid_request_error',
    code: 'answer_blocked',
    message:
      'Data protection refused the answer for what the model says in it. Ask for it without such values.',
  },
  tool_result_blocked: {
    status: 422,
    type: 'invalid_request_error',
    code: 'tool_result_blocked',
    message:
      'The result was withheld: it speaks to a model instead of informing it. Go on without it, or ask an administrator about the tool.',
  },
  document_encrypted: unreadable(
    'document_encrypted',
    'The document is encrypted with a password. Send it without one.',
  ),
  document_unreadable: unreadable(
    'document_unreadable',
    'The document is damaged or is not what it says it is. Write it anew with the program that made it, and send that.',
  ),
  document_too_large_to_scan: {
    ...unreadable(
      'document_too_large_to_scan',
      'The document or one of its pages takes more room than reading it may. Shrink it, or split it.',
    ),
    type: 'document_too_large_to_scan',
  },
  document_processing_timeout: unreadable(
    'document_processing_timeout',
    'Reading the document took longer than it may. Split it, or write it anew in a simpler form.',
  ),
  document_page_budget_exceeded: unreadable(
    'document_page_budget_exceeded',
    'The documents have more pages than one request may. Send fewer pages, or have them read by POST /v1/ocr first.',
  ),
  document_type_unsupported: unreadable(
    'unsupported_document_type',
    'The document is of a kind that is not read here. Send PDF, an image, DOCX, ODT, RTF, XLSX, PPTX, CSV, HTML, mail or text.',
  ),
  document_has_no_text: unreadable(
    'document_has_no_text',
    'The document says nothing that can be read, and the model sees no images. Choose a model that does.',
  ),
  document_unscannable: {
    status: 422,
    type: 'invalid_request_error',
    code: 'document_unscannable',
    message:
      'Data protection cannot read a file or a text of the request. Send its text plainly, or have protection.unscannable changed.',
  },
  rate_limited: rate(
    'The request rate limit of this workload is reached. Wait for as long as retry-after says.',
  ),
  keys_limited: rate('Too many unknown keys came from this address. Send a key that is in force.'),
  tokens_limited: rate(
    'The token rate limit of this workload is reached. Wait for as long as retry-after says, or send less.',
  ),
  headers_too_large: {
    status: 431,
    type: 'invalid_request_error',
    code: 'headers_too_large',
    message:
      'The request headers are larger than this gateway accepts. Send fewer or shorter ones.',
  },
  internal: {
    status: 500,
    type: 'api_error',
    code: 'internal_error',
    message:
      'The gateway failed. Tell its operator the request id, which names this call in its log.',
  },
  upstream_failed: {
    status: 502,
    type: 'api_error',
    code: 'upstream_error',
    message: 'The provider failed. error.gw names every attempt.',
  },
  vectors_unusable: {
    status: 502,
    type: 'api_error',
    code: 'vectors_unusable',
    message:
      'The embedding model gave no vectors, or others than the vector store holds. Make a store for the model as it is now.',
    shouldRetry: false,
  },
  upstream_cut: {
    status: 502,
    type: 'api_error',
    code: 'upstream_error',
    message: 'The provider ended its answer before it was complete. Send the request again.',
  },
  upstream_unhealthy: {
    status: 503,
    type: 'api_error',
    code: 'upstream_unavailable',
    message:
      'No healthy provider can serve this model right now. Wait for as long as retry-after says.',
    retryAfterSeconds: 5,
  },
  auth_unavailable: {
    status: 503,
    type: 'auth_unavailable',
    code: 'auth_unavailable',
    message: 'Keys cannot be checked right now. Try again.',
    retryAfterSeconds: 2,
  },
  metering_unavailable: {
    status: 503,
    type: 'metering_unavailable',
    code: 'metering_unavailable',
    message: 'The ledger cannot be reached, so nothing was sent. Try again.',
    retryAfterSeconds: 2,
  },
  audit_unavailable: {
    status: 503,
    type: 'api_error',
    code: 'audit_unavailable',
    message:
      'The audit log was set back to an older state, so no call is let in until its operator restores it or accepts that.',
    retryAfterSeconds: 60,
  },
  price_unavailable: {
    status: 503,
    type: 'price_unavailable',
    code: 'price_unavailable',
    message:
      'This model has no price in the price book, so it cannot be served. Its operator adds one: npx gw price import.',
    retryAfterSeconds: 60,
    shouldRetry: false,
  },
  batch_unreadable: {
    status: 503,
    type: 'api_error',
    code: 'upstream_unavailable',
    message:
      'The file of this batch cannot be read at its provider right now, so nobody knows what the batch may cost. Try again later.',
    retryAfterSeconds: 5,
  },
  objects_unavailable: {
    status: 503,
    type: 'api_error',
    code: 'objects_unavailable',
    message:
      'Who made this object cannot be read or recorded right now. If the request made one, it is not to be used.',
    retryAfterSeconds: 2,
    shouldRetry: false,
  },
  gateway_overloaded: {
    status: 503,
    type: 'api_error',
    code: 'overloaded',
    message: 'The gateway is at its limit of open work. Try again.',
    retryAfterSeconds: 2,
  },
  upload_storage_unavailable: {
    status: 503,
    type: 'api_error',
    code: 'upload_storage_unavailable',
    message:
      'The upload cannot be kept on the disk of the gateway right now, so nothing was sent. Try again.',
    retryAfterSeconds: 5,
  },
  typed_model_unavailable: {
    status: 503,
    type: 'api_error',
    code: 'typed_model_unavailable',
    message:
      'This typed model cannot answer: its weights are missing, or are not verified. GET /v1/models lists those that can.',
    retryAfterSeconds: 30,
  },
  typed_busy: {
    status: 503,
    type: 'api_error',
    code: 'typed_busy',
    message: 'The typed model has too much to do, so nothing was asked of it. Try again.',
    retryAfterSeconds: 2,
  },
  documents_busy: {
    status: 503,
    type: 'api_error',
    code: 'documents_busy',
    message: 'Too many documents wait to be read, so this one was not. Try again.',
    retryAfterSeconds: 2,
  },
  document_storage_unavailable: {
    status: 503,
    type: 'api_error',
    code: 'document_storage_unavailable',
    message: 'Documents of jobs cannot be kept or read right now, so nothing was done. Try again.',
    retryAfterSeconds: 5,
  },
  index_unavailable: {
    status: 503,
    type: 'api_error',
    code: 'index_unavailable',
    message:
      'The vector store has more passages than can be searched without the index of its database, which is not there or not whole yet. Try again later; ask the operator about pgvector.',
    retryAfterSeconds: 30,
  },
  pdf_renderer_unavailable: {
    status: 503,
    type: 'pdf_renderer_unavailable',
    code: 'pdf_renderer_unavailable',
    message:
      'This deployment cannot draw the pages of a PDF, and nothing less is sent in their place. Try again once it is mended.',
    retryAfterSeconds: 30,
  },
  ocr_unavailable: {
    status: 503,
    type: 'api_error',
    code: 'ocr_unavailable',
    message:
      'This deployment cannot recognise text in these languages: the engine or its data is missing. Try again once it is mended.',
    retryAfterSeconds: 30,
  },
  anonymization_verification_failed: {
    status: 500,
    type: 'api_error',
    code: 'anonymization_verification_failed',
    message:
      'The anonymized document still showed something that was to be taken out, so it is not handed out. Name the terms in options.remove, or send the document in another format.',
    shouldRetry: false,
  },
  job_interrupted: {
    status: 500,
    type: 'api_error',
    code: 'job_interrupted',
    message:
      'It was begun several times, and each time the process that worked on it ended. Split the document, or send it in another format.',
    shouldRetry: false,
  },
  job_orphaned: {
    status: 500,
    type: 'api_error',
    code: 'job_orphaned',
    message: 'The workload that made the job is gone, so nobody says what is to be taken out.',
    shouldRetry: false,
  },
  scope_guard_unavailable: {
    status: 503,
    type: 'scope_guard_unavailable',
    code: 'scope_guard_unavailable',
    message:
      'Nobody can say right now whether the request is within the scope of this workload, so it was not sent. Try again, waiting longer each time.',
    retryAfterSeconds: 2,
  },
  server_restarting: {
    status: 503,
    type: 'api_error',
    code: 'server_restarting',
    message: 'The gateway is restarting. Send the request again.',
    retryAfterSeconds: 1,
  },
  upstream_timeout: {
    status: 504,
    type: 'api_error',
    code: 'upstream_timeout',
    message:
      'The provider did not answer within the time limit of the workload. Ask for less, or have upstream_timeout_seconds raised.',
    shouldRetry: false,
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorKey = keyof typeof catalogue;
