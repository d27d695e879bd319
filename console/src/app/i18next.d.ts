import type audit from '../locales/en/audit.json';
import type account from '../locales/en/account.json';
import type common from '../locales/en/common.json';
import type health from '../locales/en/health.json';
import type keys from '../locales/en/keys.json';
import type overview from '../locales/en/overview.json';
import type people from '../locales/en/people.json';
import type session from '../locales/en/session.json';
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
      common: typeof common;
      health: typeof health;
      keys: typeof keys;
      overview: typeof overview;
      people: typeof people;
      session: typeof session;
      usage: typeof usage;
      workloads: typeof workloads;
    };
  }
}
