import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorKey } from '#kernel';

const FOLDER = new URL('.', import.meta.url).pathname;
const KEYS = Object.keys(catalogue) as ErrorKey[];

/** Told inside of a stream, where there is no status and no catalogue key to compare with. */
const IN_STREAMS: readonly ErrorKey[] = ['upstream_cut'];

/** What the specification says of each error, written down a second time. */
const SPECIFIED: Readonly<Record<ErrorKey, readonly [status: number, type: string, code: string]>> =
  {
    body_malformed: [400, 'invalid_request_error', 'invalid_request'],
    body_not_utf8: [400, 'invalid_request_error', 'invalid_request'],
    body_too_deep: [400, 'invalid_request_error', 'invalid_request'],
    body_duplicate_key: [400, 'invalid_request_error', 'invalid_request'],
    content_type_unsupported: [400, 'invalid_request_error', 'invalid_request'],
    content_encoding_unsupported: [400, 'invalid_request_error', 'invalid_request'],
    form_malformed: [400, 'invalid_request_error', 'invalid_request'],
    field_invalid: [400, 'invalid_request_error', 'invalid_request'],
    header_invalid: [400, 'invalid_request_error', 'invalid_request'],
    header_removed: [400, 'invalid_request_error', 'invalid_request'],
    path_invalid: [400, 'invalid_request_error', 'invalid_request'],
    query_invalid: [400, 'invalid_request_error', 'invalid_request'],
    body_unexpected: [400, 'invalid_request_error', 'invalid_request'],
    model_missing: [400, 'invalid_request_error', 'invalid_request'],
    model_unprefixed: [400, 'invalid_request_error', 'invalid_request'],
    provider_unchosen: [400, 'invalid_request_error', 'invalid_request'],
    wire_unsupported: [400, 'invalid_request_error', 'invalid_request'],
    mcp_message_invalid: [400, 'invalid_request_error', 'mcp_message_invalid'],
    mcp_origin_refused: [403, 'permission_error', 'mcp_origin_refused'],
    mcp_meta_incomplete: [400, 'invalid_request_error', 'mcp_meta_incomplete'],
    mcp_headers_differ: [400, 'invalid_request_error', 'mcp_headers_differ'],
    mcp_version_unsupported: [400, 'invalid_request_error', 'mcp_version_unsupported'],
    tool_arguments_invalid: [400, 'invalid_request_error', 'tool_arguments_invalid'],
    mcp_state_invalid: [400, 'invalid_request_error', 'mcp_state_invalid'],
    questions_invalid: [400, 'invalid_request_error', 'questions_invalid'],
    questions_forbidden: [400, 'invalid_request_error', 'questions_forbidden'],
    questions_too_long: [400, 'invalid_request_error', 'questions_too_long'],
    options_collide: [400, 'invalid_request_error', 'options_collide'],
    document_invalid: [400, 'invalid_request_error', 'invalid_document'],
    document_not_inline: [400, 'invalid_request_error', 'inline_document_required'],
    file_id_not_supported: [400, 'invalid_request_error', 'file_id_not_supported'],
    document_options_invalid: [400, 'invalid_request_error', 'invalid_options'],
    signature_invalid: [403, 'permission_error', 'invalid_signature'],
    job_unknown: [404, 'not_found_error', 'not_found'],
    store_unknown: [404, 'not_found_error', 'not_found'],
    job_has_no_mapping: [404, 'not_found_error', 'not_found'],
    job_not_cancellable: [409, 'conflict_error', 'job_not_cancellable'],
    store_full: [409, 'conflict_error', 'vector_store_full'],
    idempotency_key_reused: [409, 'conflict_error', 'idempotency_key_reuse'],
    url_expired: [410, 'invalid_request_error', 'url_expired'],
    result_expired: [410, 'invalid_request_error', 'result_expired'],
    job_interrupted: [500, 'api_error', 'job_interrupted'],
    job_orphaned: [500, 'api_error', 'job_orphaned'],
    document_storage_unavailable: [503, 'api_error', 'document_storage_unavailable'],
    anonymization_verification_failed: [500, 'api_error', 'anonymization_verification_failed'],
    parameter_unsupported: [400, 'invalid_request_error', 'unsupported_parameter'],
    key_missing: [401, 'authentication_error', 'invalid_api_key'],
    key_unknown: [401, 'authentication_error', 'invalid_api_key'],
    budget_reached: [402, 'insufficient_quota', 'insufficient_quota'],
    cap_reached: [402, 'insufficient_quota', 'insufficient_quota'],
    allowance_reached: [402, 'insufficient_quota', 'insufficient_quota'],
    plan_missing: [402, 'insufficient_quota', 'insufficient_quota'],
    credit_exhausted: [402, 'insufficient_quota', 'insufficient_quota'],
    model_not_allowed: [403, 'permission_error', 'permission_denied'],
    residency_blocked: [403, 'permission_error', 'residency_blocked'],
    scope_violation: [403, 'scope_violation', 'scope_violation'],
    own_key_required: [403, 'permission_error', 'permission_denied'],
    path_not_allowed: [403, 'permission_error', 'permission_denied'],
    path_administrative: [403, 'permission_error', 'permission_denied'],
    path_unpriced: [403, 'permission_error', 'permission_denied'],
    option_unpriced: [403, 'permission_error', 'permission_denied'],
    objects_not_shared: [403, 'permission_error', 'permission_denied'],
    mcp_method_unknown: [404, 'not_found_error', 'mcp_method_unknown'],
    mcp_target_unknown: [404, 'not_found_error', 'mcp_target_not_found'],
    tool_unknown: [404, 'not_found_error', 'tool_not_found'],
    model_unknown: [404, 'not_found_error', 'model_not_found'],
    path_unknown: [404, 'not_found_error', 'not_found'],
    object_unknown: [404, 'not_found_error', 'not_found'],
    method_not_allowed: [405, 'invalid_request_error', 'method_not_allowed'],
    body_too_slow: [408, 'invalid_request_error', 'request_timeout'],
    body_too_large: [413, 'request_too_large', 'request_too_large'],
    state_too_large: [413, 'request_too_large', 'state_too_large'],
    questions_too_large: [413, 'request_too_large', 'questions_too_large'],
    questions_too_costly: [413, 'request_too_large', 'questions_too_costly'],
    document_encrypted: [422, 'invalid_request_error', 'document_encrypted'],
    document_unreadable: [422, 'invalid_request_error', 'document_unreadable'],
    document_too_large_to_scan: [422, 'document_too_large_to_scan', 'document_too_large_to_scan'],
    document_processing_timeout: [422, 'invalid_request_error', 'document_processing_timeout'],
    document_page_budget_exceeded: [422, 'invalid_request_error', 'document_page_budget_exceeded'],
    document_type_unsupported: [422, 'invalid_request_error', 'unsupported_document_type'],
    document_has_no_text: [422, 'invalid_request_error', 'document_has_no_text'],
    documents_busy: [503, 'api_error', 'documents_busy'],
    index_unavailable: [503, 'api_error', 'index_unavailable'],
    pdf_renderer_unavailable: [503, 'pdf_renderer_unavailable', 'pdf_renderer_unavailable'],
    ocr_unavailable: [503, 'api_error', 'ocr_unavailable'],
    state_invalid: [422, 'invalid_request_error', 'state_invalid'],
    questions_missing: [422, 'invalid_request_error', 'questions_missing'],
    protection_blocked: [422, 'invalid_request_error', 'data_protection_blocked'],
    answer_blocked: [422, 'invalid_request_error', 'answer_blocked'],
    tool_result_blocked: [422, 'invalid_request_error', 'tool_result_blocked'],
    document_unscannable: [422, 'invalid_request_error', 'document_unscannable'],
    rate_limited: [429, 'rate_limit_error', 'rate_limit_exceeded'],
    keys_limited: [429, 'rate_limit_error', 'rate_limit_exceeded'],
    tokens_limited: [429, 'rate_limit_error', 'rate_limit_exceeded'],
    headers_too_large: [431, 'invalid_request_error', 'headers_too_large'],
    internal: [500, 'api_error', 'internal_error'],
    upstream_failed: [502, 'api_error', 'upstream_error'],
    vectors_unusable: [502, 'api_error', 'vectors_unusable'],
    upstream_cut: [502, 'api_error', 'upstream_error'],
    upstream_unhealthy: [503, 'api_error', 'upstream_unavailable'],
    auth_unavailable: [503, 'auth_unavailable', 'auth_unavailable'],
    metering_unavailable: [503, 'metering_unavailable', 'metering_unavailable'],
    audit_unavailable: [503, 'api_error', 'audit_unavailable'],
    price_unavailable: [503, 'price_unavailable', 'price_unavailable'],
    batch_unreadable: [503, 'api_error', 'upstream_unavailable'],
    objects_unavailable: [503, 'api_error', 'objects_unavailable'],
    gateway_overloaded: [503, 'api_error', 'overloaded'],
    upload_storage_unavailable: [503, 'api_error', 'upload_storage_unavailable'],
    typed_model_unavailable: [503, 'api_error', 'typed_model_unavailable'],
    typed_busy: [503, 'api_error', 'typed_busy'],
    scope_guard_unavailable: [503, 'scope_guard_unavailable', 'scope_guard_unavailable'],
    server_restarting: [503, 'api_error', 'server_restarting'],
    upstream_timeout: [504, 'api_error', 'upstream_timeout'],
  };

async function readTests(): Promise<readonly string[]> {
  const files = await readdir(FOLDER, { recursive: true });
  const tests = files.filter((file) => file.endsWith('.e2e.test.ts'));
  return Promise.all(tests.map((file) => readFile(join(FOLDER, file), 'utf8')));
}

const EXPECTED = /expect(?:Error|Refusal|Unrecorded)\(\s*[^;]*?'([a-z]+(?:_[a-z0-9]+)*)'/g;
/** The errors are the rows of a table. */
const EXPECTED_OF_ROWS = /expect(?:Error|Refusal|Unrecorded)\([^;']*?, key\b/;
const QUOTED = /'([a-z]+(?:_[a-z0-9]+)*)'/g;

function expectedIn(test: string): readonly (string | undefined)[] {
  const named = EXPECTED_OF_ROWS.test(test) ? QUOTED : EXPECTED;
  return [...test.matchAll(named)].map(([, key]) => key);
}

describe('the error catalogue', () => {
  it.each(KEYS)('%s has the status, type and code of the specification', (key) => {
    const { status, type, code } = catalogue[key];
    expect([status, type, code]).toEqual(SPECIFIED[key]);
  });

  it('is produced as a whole by these tests: each error is expected from an answer', async () => {
    const tests = await readTests();
    const expected = new Set(tests.flatMap(expectedIn));
    const missing = KEYS.filter((key) => !expected.has(key));
    expect(missing.toSorted()).toEqual([...IN_STREAMS].toSorted());
    for (const key of IN_STREAMS) expect(tests.join('\n')).toContain(`'${catalogue[key].message}'`);
  });
});
