import type { FastifyRequest } from 'fastify';

const API_PATHS = /^\/(?:v1|v1beta|alt|anthropic|admin|api|audit)(?:[/?]|$)/;

/** A person with a browser who came to a path that the API does not serve. */
export function wantsDocumentation(request: FastifyRequest): boolean {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const accepts = request.headers.accept ?? '';
  return isReading && accepts.includes('text/html') && !API_PATHS.test(request.url);
}
