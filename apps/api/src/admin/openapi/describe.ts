import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { problem } from '#kernel';

/** A page of a list, for the document. */
export const AnswersPage = (item: Type) =>
  applyDecorators(
    ApiExtraModels(item),
    ApiOkResponse({
      schema: {
        type: 'object',
        required: ['data', 'next_cursor'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(item) } },
          next_cursor: { type: 'string', nullable: true },
        },
      },
    }),
  );

/**
 * Settings, or a patch of them. They are checked where they take effect, with everything else that the
 * organisation has: one thing alone cannot be told right from wrong.
 */
export const Settings = createParamDecorator((_: unknown, context: ExecutionContext): object => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw problem('invalid', { errors: [{ path: '', message: 'the body must be a mapping' }] });
});
