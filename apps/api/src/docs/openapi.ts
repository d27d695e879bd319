import { VERSION } from '../start/version.js';

/** The public surface, OpenAPI 3.1. */
export function openApiDocument(): object {
  return { openapi: '3.1.0', info: { title: 'Model gateway', version: VERSION }, paths: {} };
}
