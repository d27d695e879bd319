import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { faultScriptOf, isKnown, MODELS, unknownModel } from '../models.js';

const CREATED = 1735689600; // 2025-01-01; a constant keeps the list the same for everyone.

const modelOf = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: 'sandbox' });

/** GET /v1/models */
const list = json({ object: 'list', data: [...MODELS.keys()].map(modelOf) });
export const listModels = (): Answer => list;

/** GET /v1/models/{id} */
export function getModel({ pathId }: SandboxRequest): Answer {
  if (!isKnown(pathId) && faultScriptOf(pathId) === undefined) throw unknownModel(pathId);
  return json(modelOf(pathId));
}
