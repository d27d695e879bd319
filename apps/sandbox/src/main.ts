import { MODELS } from './models.js';
import { startSandbox } from './sandbox-server.js';

const {
  GW_SANDBOX_HOST = '127.0.0.1',
  GW_SANDBOX_PORT = '9901',
  GW_SANDBOX_KEY,
  GW_SANDBOX_EMBEDDED,
} = process.env;
/** Started by a gateway as its own: nobody may read along, and it ends with the gateway. */
const isEmbedded = GW_SANDBOX_EMBEDDED === 'true';

const sandbox = await startSandbox({
  host: GW_SANDBOX_HOST,
  port: Number(GW_SANDBOX_PORT),
  apiKey: GW_SANDBOX_KEY,
  needsKey: !isEmbedded,
  hasControl: !isEmbedded,
});
process.send?.({ url: sandbox.url });

console.log(`Sandbox provider: ${sandbox.url}/v1
Models: ${[...MODELS.keys()].join(', ')}, fault/<script>
Try it:
  curl ${sandbox.url}/v1/chat/completions -H 'Authorization: Bearer any' -H 'Content-Type: application/json' \\
    -d '{"model":"sandbox-chat","messages":[{"role":"user","content":"Hello"}]}'`);

const stop = () => void sandbox.close();
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
