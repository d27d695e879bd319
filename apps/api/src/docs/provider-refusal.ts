import { schemaRef, type Response } from './document.js';
import { ID_HEADERS, RETRY_HEADERS } from './headers.js';

/** The one error that is not of the catalogue: its words are the provider's. */
export const providerRefusal: Response = {
  description:
    "The provider's own refusal: its status, message, type and code are passed on, with each attempt in `error.gw`.",
  headers: { ...ID_HEADERS, ...RETRY_HEADERS },
  content: {
    'application/json': {
      schema: schemaRef('Error'),
      examples: {
        provider_refusal: {
          summary: 'A parameter that the model does not have',
          value: {
            error: {
              message: 'Unsupported parameter: temperature.',
              type: 'invalid_request_error',
              param: 'temperature',
              code: 'unsupported_parameter',
              gw: {
                cause: 'upstream_status',
                attempts: [
                  { provider: 'openai', model: 'gpt-5', status: 400, transport: null, ms: 142 },
                ],
              },
            },
          },
        },
      },
    },
  },
};
