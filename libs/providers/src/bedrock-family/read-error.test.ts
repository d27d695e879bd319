import { expect, it } from 'vitest';
import { readBedrockError } from './read-error.js';

const read = (status: number, type?: string) =>
  readBedrockError(status, '{"message":"No."}', {
    ...(type !== undefined && { 'x-amzn-errortype': `${type}:http://internal.amazon.com/` }),
  });

it.each([
  [400, 'ValidationException', 400, false],
  [400, 'ServiceQuotaExceededException', 429, false],
  [408, 'ModelTimeoutException', 504, false],
  [429, 'ModelNotReadyException', 503, false],
  [429, 'ThrottlingException', 429, false],
  [424, 'ModelErrorException', 502, false],
  [403, 'AccessDeniedException', 403, true],
  [400, 'ExpiredTokenException', 400, true],
  [400, 'UnrecognizedClientException', 400, true],
])('reads %i %s as %i', (status, type, expected, isCredentialFault) => {
  expect(read(status, type)).toMatchObject({
    status: expected,
    type,
    message: 'No.',
    isCredentialFault,
  });
});

it('reads an error without a class', () => {
  expect(read(500)).toMatchObject({ status: 500, type: null, message: 'No.' });
});
