import { LOCAL } from './residency/zones.js';
import type { Endpoint } from './endpoint.js';
import type { Operation } from './operation.js';
import type { Family, Model, Provider } from './settings.js';

/** Of models that run on this machine: nobody configures it, and no key leads to it. */
export const LOCAL_FAMILY: Family = 'local';

const localModel = (id: string): Model => ({
  id,
  contextTokens: null,
  outputTokensMax: null,
  supports: null,
  isListed: true,
});

/** Reads what a request wants; brings its own questions. */
export const ROUTER_MODEL = localModel('typed/router');
/** Answers the caller's questions. */
export const TYPED_MODEL = localModel('typed');

/** Reads the pages of documents. Ready where the engine and its data are there. */
export const OCR_MODEL = localModel('ocr');

/** Takes personal data out of documents. No weights of its own: it is what data protection is. */
export const ANONYMIZE_MODEL: Model = { ...localModel('anonymize'), isListed: false };

/** What each model of this machine does, and no other one: they are of one family, and priced by what they do. */
const OPERATIONS: ReadonlyMap<Model, Operation['kind']> = new Map([
  [ANONYMIZE_MODEL, 'anonymize'],
  [OCR_MODEL, 'ocr'],
  [ROUTER_MODEL, 'decide'],
  [TYPED_MODEL, 'decide'],
]);

/** What names of local models begin with, and those of the gateway's own aliases. No provider is called so. */
export const OWN_PREFIX = 'gw';

/** The gateway itself, as routing knows providers. */
export const LOCAL_PROVIDER: Provider = {
  name: OWN_PREFIX,
  family: LOCAL_FAMILY,
  isEnabled: true,
  paused: new Set(),
  healthRound: 0,
  baseUrl: '',
  apiVersion: null,
  servesResponses: null,
  region: null,
  project: null,
  tokenUrl: null,
  secretHeader: null,
  oauth: null,
  isTrusted: false,
  credential: 'own',
  fallback: 'none',
  credentialId: null,
  jurisdiction: {
    zone: LOCAL,
    countries: [],
    guaranteed: true,
    storage: { zone: LOCAL, retention: 'zero' },
    operator: null,
    evidence: null,
    source: 'catalogue',
  },
  profiles: [],
  priceMultiplier: '1',
  models: new Map(Array.from(OPERATIONS.keys(), (model) => [model.id, model])),
};

export const isLocal = ({ provider }: Pick<Endpoint, 'provider'>): boolean =>
  provider.family === LOCAL_FAMILY;

/** Does a model of this machine do this? */
export const isDoneBy = (
  { provider, model }: Pick<Endpoint, 'provider' | 'model'>,
  operation: Operation['kind'],
): boolean => isLocal({ provider }) && model !== null && OPERATIONS.get(model) === operation;
