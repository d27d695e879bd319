import type audit from '../locales/en/audit.json';
import type account from '../locales/en/account.json';
import type auto from '../locales/en/auto.json';
import type cache from '../locales/en/cache.json';
import type common from '../locales/en/common.json';
import type decisions from '../locales/en/decisions.json';
import type documents from '../locales/en/documents.json';
import type health from '../locales/en/health.json';
import type knowledge from '../locales/en/knowledge.json';
import type keys from '../locales/en/keys.json';
import type overview from '../locales/en/overview.json';
import type people from '../locales/en/people.json';
import type playground from '../locales/en/playground.json';
import type policy from '../locales/en/policy.json';
import type routing from '../locales/en/routing.json';
import type session from '../locales/en/session.json';
import type settings from '../locales/en/settings.json';
import type usage from '../locales/en/usage.json';
import type workloads from '../locales/en/workloads.json';

// Keys are checked by the compiler, in the words of English.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    contextSeparator: '::';
    resources: {
      audit: typeof audit;
      account: typeof account;
      auto: typeof auto;
      cache: typeof cache;
      common: typeof common;
      decisions: typeof decisions;
      documents: typeof documents;
      health: typeof health;
      keys: typeof keys;
      knowledge: typeof knowledge;
      overview: typeof overview;
      people: typeof people;
      playground: typeof playground;
      policy: typeof policy;
      routing: typeof routing;
      session: typeof session;
      settings: typeof settings;
      usage: typeof usage;
      workloads: typeof workloads;
    };
  }
}
