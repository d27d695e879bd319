import {
  acceptedContent,
  fromJsonSchema,
  inputRequired,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server';

/** A PNG of one pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Arguments of a prompt are texts. */
const texts = <Name extends string>(...names: readonly Name[]) =>
  fromJsonSchema<Record<Name, string>>({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    required: [...names],
  });

const said = (text: string) => ({
  role: 'user' as const,
  content: { type: 'text' as const, text },
});

/** The resources and prompts that the conformance suite asks of a server. */
export function addResources(server: McpServer): void {
  const fixed = (name: string, mimeType: string, content: { text: string } | { blob: string }) => {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { description: `Tests ${name}`, mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  };
  fixed('static-text', 'text/plain', { text: 'This is the content of the static text resource.' });
  fixed('static-binary', 'image/png', { blob: PICTURE });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Tests templates', mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  addPrompts(server);
  const { server: raw } = server;
  raw.registerCapabilities({ completions: {} });
  raw.setRequestHandler('completion/complete', ({ params: { argument } }) => {
    const values = ['paris', 'park', 'party'].filter((one) => one.startsWith(argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
}

function addPrompts(server: McpServer): void {
  const prompt = (name: string, ...messages: object[]) =>
    server.registerPrompt(name, { description: `Tests ${name}` }, () => ({
      messages: messages as ReturnType<typeof said>[],
    }));
  prompt('test_simple_prompt', said('This is a simple prompt for testing.'));
  prompt(
    'test_prompt_with_image',
    { role: 'user', content: { type: 'image', data: PICTURE, mimeType: 'image/png' } },
    said('Please analyze the image above.'),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Tests arguments',
      argsSchema: texts('arg1', 'arg2'),
    },
    ({ arg1, arg2 }) => ({
      messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Tests resources', argsSchema: texts('resourceUri') },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: resourceUri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        said('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Tests questions' },
    ({ mcpReq }) => {
      const given = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context');
      if (given) return { messages: [said(`In the context of ${given.context}`)] };
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: {
              type: 'object',
              properties: { context: { type: 'string' } },
              required: ['context'],
            },
          }),
        },
      });
    },
  );
}
