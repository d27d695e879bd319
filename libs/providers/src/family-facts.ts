import { TOOL_FAMILY, type Operation } from '#call';
import { adapters } from './family-names.js';
import type { FamilyAdapter } from './family-adapter.js';
import { servesOperation } from './served.js';

const OPERATIONS = ['chat', 'complete', 'embed', 'draw', 'decide', 'forward'] as const;

/** What somebody needs to know who adds a provider of a family. */
export interface FamilyFacts {
  readonly family: string;
  /** Where its providers serve; null where the region or the settings tell. */
  readonly baseUrl: string | null;
  /** It may be left out, since the family or its region tells it. */
  readonly hasAddress: boolean;
  /** They serve in regions, and have to be told in which. */
  readonly needsRegion: boolean;
  /** The project that is charged, and the key file of a service account. */
  readonly needsProject: boolean;
  /** `api_key`, `aws`: that or keys that requests are signed with, `service_account`: a key file. */
  readonly secret: 'api_key' | 'aws' | 'service_account';
  /** A test of one can ask for its models. */
  readonly listsModels: boolean;
  readonly operations: readonly Operation['kind'][];
}

/** Servers of tools, which a dispatcher of their own asks. */
const TOOL_SERVERS: FamilyFacts = {
  family: TOOL_FAMILY,
  baseUrl: null,
  hasAddress: false,
  needsRegion: false,
  needsProject: false,
  secret: 'api_key',
  listsModels: true,
  operations: ['tool'],
};

/** Every family that a provider may be of, by name. */
export const familyFacts = (): readonly FamilyFacts[] =>
  [...[...adapters].map(([family, adapter]) => factsOf(family, adapter)), TOOL_SERVERS].toSorted(
    byName,
  );

function factsOf(family: string, adapter: FamilyAdapter): FamilyFacts {
  const { baseUrl, exchange, models, protocol } = adapter;
  const isSigned = protocol === 'converse';
  return {
    family,
    baseUrl: typeof baseUrl === 'string' ? baseUrl : null,
    hasAddress: baseUrl !== undefined,
    needsRegion: isSigned || typeof baseUrl === 'function',
    needsProject: exchange !== undefined,
    secret: isSigned ? 'aws' : exchange ? 'service_account' : 'api_key',
    listsModels: models !== undefined,
    operations: OPERATIONS.filter((operation) => servesOperation(operation, family)),
  };
}

const byName = (one: FamilyFacts, other: FamilyFacts): number =>
  one.family < other.family ? -1 : 1;
