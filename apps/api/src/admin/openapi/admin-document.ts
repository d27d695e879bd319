import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PROBLEMS } from '#kernel';
import { VERSION } from '#platform';
import { AdminModule } from '../admin.module.js';
import { describeParameters, operationId } from './describe-parameters.js';
import { schemasOfChecks } from './schemas-of-checks.js';
import { markNullable, reachableFrom, type Schema, type Schemas } from './schemas.js';

/**
 * The admin API as OpenAPI: paths from the controllers, schemas from the checks themselves, so that what is
 * documented is what is accepted.
 */
export function adminDocument(app: NestFastifyApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Model gateway: admin API')
    .setDescription(
      'Sign in with a session cookie (browsers, which send x-gw-console: 1) or an admin token. Lists have cursors, changes need If-Match, errors are application/problem+json.',
    )
    .setVersion(VERSION)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'gwa_…' })
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    include: [AdminModule],
    operationIdFactory: operationId,
  });
  const checks = schemasOfChecks('#/components/schemas/');
  const every: Schemas = { ...document.components?.schemas, ...checks, Problem: PROBLEM };
  const paths = describeParameters(document.paths, AdminModule, every);
  const schemas = markNullable(reachableFrom({ paths, Problem: PROBLEM }, every));
  return { ...document, paths, components: { ...document.components, schemas } };
}

const PROBLEM: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
