import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { addQuestions, referenceStates } from './reference-questions.js';
import { addResources, PICTURE } from './reference-resources.js';

const NOTHING = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} });
/** A WAV of nothing. */
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (said: string) => ({ type: 'text' as const, text: said });
const picture = { type: 'image' as const, data: PICTURE, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
});

/** Of all that the suite looks for in a schema. */
const CONTACT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- A word of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** What the conformance suite asks of a server, on the official package. */
export function makeReferenceServer(): McpServer {
  const server = new McpServer(
    { name: 'reference', version: '1.0.0' },
    { requestState: { verify: referenceStates.verify } },
  );
  const tool = (name: string, content: readonly object[], isError = false) =>
    server.registerTool(name, { description: `Tests ${name}`, inputSchema: NOTHING }, () => ({
      content: content as { type: 'text'; text: string }[],
      ...(isError && { isError }),
    }));
  tool('first_of_all', [text('The suite calls the first tool of the list without arguments.')]);
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [picture]);
  tool('test_audio_content', [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ]);
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    picture,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ]);
  tool('test_error_handling', [text('This tool intentionally returns an error for testing')], true);
  tool('test_logging_tool', [text('done')]);
  server.registerTool(
    'json_schema_2020_12_tool',
    {
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: fromJsonSchema(CONTACT),
    },
    () => ({ content: [text('done')] }),
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tests progress', inputSchema: NOTHING },
    async (_given, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken === undefined) break;
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      return { content: [text('done')] };
    },
  );
  addQuestions(server);
  addResources(server);
  return server;
}
