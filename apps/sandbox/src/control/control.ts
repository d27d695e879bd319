import type { FaultQueue } from '../faults/fault-queue.js';
import { json, type WholeAnswer } from '../http/answer.js';
import { notFound } from '../provider-error.js';
import { arrayOf, filled, object, string } from '../validation/check.js';
import type { TokenEndpoint } from '../oauth/token-endpoint.js';
import type { RequestLog } from './request-log.js';

const accountBody = object({ email: filled, public_key: filled });
const scriptBody = object({ script: arrayOf(string, 1) });

/** The side of the sandbox that tests talk to. */
export const createControl =
  (faults: FaultQueue, log: RequestLog, tokens: TokenEndpoint) =>
  (method: string, path: string, body: unknown, open: number): WholeAnswer => {
    switch (`${method} ${path}`) {
      case 'POST /_script':
        scriptBody(body, '');
        faults.push((body as { script: string[] }).script);
        return json({ waiting: faults.length });
      case 'DELETE /_script':
        faults.clear();
        return json({ waiting: 0 });
      case 'GET /_requests':
        return json({ requests: log.list() });
      case 'DELETE /_requests':
        log.clear();
        return json({ requests: [] });
      case 'POST /_accounts': {
        accountBody(body, '');
        const { email, public_key: key } = body as { email: string; public_key: string };
        tokens.admit(email, key);
        return json({ accounts: [email] });
      }
      case 'DELETE /_tokens':
        tokens.clear();
        return json({ tokens: [] });
      case 'GET /_open':
        return json({ open });
      default:
        throw notFound(`Invalid URL (${method} ${path})`);
    }
  };
