// A tool server over standard input and output on the official package: `node tool-program.mjs both`, or `legacy`, which
// shakes hands and knows no other revision.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const text = (said) => ({ content: [{ type: 'text', text: said }] });
const string = { type: 'string' };

function make() {
  const server = new McpServer({ name: 'program', version: '1.0.0' });
  const tool = (name, description, properties, run) =>
    server.registerTool(
      name,
      {
        description,
        inputSchema: fromJsonSchema({
          type: 'object',
          properties,
          required: Object.keys(properties),
        }),
      },
      run,
    );
  tool('echo', 'Says it again.', { text: string }, ({ text: said }) => text(said));
  tool('env', 'Tells its variables.', {}, () => text(JSON.stringify(process.env)));
  tool('pid', 'Tells its number.', {}, () => text(String(process.pid)));
  tool('exit', 'Ends.', {}, () => process.exit(3));
  tool('wait', 'Says it after some milliseconds.', { ms: { type: 'number' } }, async ({ ms }) => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
    return text(String(ms));
  });
  return server;
}

if (process.argv[2] === 'legacy') await make().connect(new StdioServerTransport());
else serveStdio(make);
