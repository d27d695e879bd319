import { expect } from 'vitest';
import { catalogue, type ErrorKey, type ErrorSpec } from '#kernel';
import type { WireError } from './events.js';
import type { TestGateway } from './gateway.js';
import type { Answer } from './http.js';

export interface ExpectedError {
  /** The catalogue's own unless given. */
  readonly message?: string | RegExp;
  readonly param?: string;
  /** A retry is hopeless, though it would help others that are told the same. */
  readonly isHopeless?: true;
}

const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The whole answer of an error: status, envelope and headers. Returns the request id. */
export function expectError(answer: Answer, key: ErrorKey, expected: ExpectedError = {}): string {
  const spec: ErrorSpec = catalogue[key];
  const { error, ...others } = answer.json<{ error: WireError }>();
  const { gw, ...envelope } = error;
  const { message = messageOf(spec), param = null, isHopeless } = expected;
  expect({ status: answer.status, ...envelope }).toEqual({
    status: spec.status,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
    type: spec.type,
    param,
    code: spec.code,
  });
  expect(gw === undefined || typeof gw === 'object').toBe(true);
  expect(others).toEqual({});
  const { headers } = answer;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['request-id']).toMatch(REQUEST_ID);
  const isFinal = isHopeless || spec.shouldRetry === false;
  expect(headers['x-should-retry']).toBe(isFinal ? 'false' : undefined);
  return String(headers['request-id']);
}

/** Of money, the amounts follow. */
const messageOf = ({ status, message }: ErrorSpec): string | RegExp =>
  status === 402 && message !== catalogue.plan_missing.message
    ? new RegExp(`^${message.replaceAll('.', '\\.')} Left: `)
    : message;

/** An error of a known caller before dispatch: on record, nothing sent, nothing held. */
export async function expectRefusal(
  gateway: TestGateway,
  answer: Answer,
  key: ErrorKey,
  expected: ExpectedError = {},
): Promise<void> {
  const id = expectError(answer, key, expected);
  const { type, outcome, refusal, http_status } = await gateway.records.entry(id);
  expect({ type, outcome, code: refusal?.code, http_status }).toEqual({
    type: 'refusal',
    outcome: 'refused',
    code: key,
    http_status: answer.status,
  });
  expect(await gateway.records.ledger(id)).toEqual([]);
  await expectNothingSent(gateway);
}

interface ExpectedAttempt {
  readonly provider: string;
  readonly status: number | null;
  readonly transport: string | null;
}

/** `error.gw`: the cause, and every attempt in its order with how long it took. */
export function expectAttempts(
  answer: Answer,
  cause: string,
  attempts: readonly ExpectedAttempt[],
): void {
  const { gw } = answer.json<{ error: WireError }>().error;
  expect(gw).toEqual({
    cause,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      model: expect.any(String) as string,
      ms: expect.any(Number) as number,
    })),
  });
}

/** No request reached the provider since it was last cleared, and nothing is held. */
export async function expectNothingSent(gateway: TestGateway): Promise<void> {
  expect(await gateway.sandbox.requests()).toEqual([]);
  expect((await gateway.records.counters()).filter(({ held }) => held !== 0n)).toEqual([]);
  expect(await gateway.records.intentCount()).toBe(0);
}

/** Never reaches a row: the caller is not known, or the request was not even one. */
export async function expectUnrecorded(
  gateway: TestGateway,
  answer: Answer,
  key: ErrorKey,
  expected: ExpectedError = {},
): Promise<void> {
  const id = expectError(answer, key, expected);
  await expect(gateway.records.entry(id)).rejects.toThrow('no sealed entry');
  await expectNothingSent(gateway);
}
