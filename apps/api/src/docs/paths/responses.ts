import { parameterRef, schemaRef, type Example, type Paths } from '../document.js';
import { errorResponses, PROVIDER_REFUSAL } from '../error-responses.js';
import { CONVERSATION_HEADERS } from '../headers.js';
import { vendorReference } from '../vendor-reference.js';
import { answers } from './forwarded-answers.js';

const question = { model: 'sandbox/sandbox-chat', input: 'Write one sentence about tides.' };

const requests: Readonly<Record<string, Example>> = {
  short: { summary: 'One question', value: question },
  stream: { summary: 'A stream', value: { ...question, stream: true } },
};

const response = {
  id: 'resp_7Qx2',
  object: 'response',
  status: 'in_progress',
  model: question.model,
  output: [],
};
const text = 'Twice a day the sea leaves.';
const part = { type: 'output_text', text, annotations: [] };
const item = { type: 'message', id: 'msg_7Qx2', role: 'assistant', content: [part] };
const usage = { input_tokens: 12, output_tokens: 9, total_tokens: 21 };
const at = { item_id: item.id, output_index: 0, content_index: 0 };

const events: readonly (readonly [type: string, members: object])[] = [
  ['response.created', { response }],
  ['response.output_item.added', { output_index: 0, item: { ...item, content: [] } }],
  ['response.output_text.delta', { ...at, delta: text }],
  ['response.output_text.done', { ...at, text }],
  ['response.output_item.done', { output_index: 0, item }],
  ['response.completed', { response: { ...response, status: 'completed', output: [item], usage } }],
];

const stream = events
  .map(([type, members], sequence_number) => {
    const data = JSON.stringify({ type, sequence_number, ...members });
    return `event: ${type}\ndata: ${data}\n\n`;
  })
  .join('');

export const responsesPaths: Paths = {
  '/v1/responses': {
    post: {
      operationId: 'createResponse',
      summary: 'Answer in the Responses format',
      description: `The same path through the gateway as for chat completions, and the same models: any model can be asked in either format. To a provider of this format a request goes on as it was written. For one of another format it is translated: then nothing is stored, and what needs a store is refused by name: \`previous_response_id\`, \`conversation\`, \`prompt\`, \`store: true\`, items that are only pointed at.

\`background: true\` is for providers of this format, on the organisation's own key and without \`stream\`: the answer is an object that is \`queued\`, to be fetched by its \`id\` until it has ended. The most that it can cost is held until then, and it is charged by its final usage; placeholders of data protection are not put back in what is fetched. A provider of this format stores a response unless \`store\` is false, and it belongs to the workload that made it. The paths of stored responses take its \`id\`; their shell examples read it from a variable: \`export RESPONSE_ID=resp_…\`.`,
      externalDocs: vendorReference('responses/create'),
      tags: ['Responses'],
      parameters: [
        parameterRef('x-gw-upstream-timeout'),
        parameterRef('cache-control'),
        parameterRef('x-gw-cache'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaRef('ResponsesRequest'), examples: requests },
        },
      },
      responses: {
        '200': {
          description:
            'The answer. With `stream: true` events, from `response.created` to `response.completed` or `response.incomplete`; each end tells once more, whole, what its pieces told. A stream that breaks ends with `error` and `response.failed`.',
          headers: CONVERSATION_HEADERS,
          content: {
            ...answers.response,
            'text/event-stream': {
              schema: { oneOf: [schemaRef('ForwardedAnswer'), schemaRef('Error')] },
              examples: { complete: { summary: 'A whole stream', value: stream } },
            },
          },
        },
        ...errorResponses('Responses'),
        ...PROVIDER_REFUSAL,
      },
    },
  },
};
