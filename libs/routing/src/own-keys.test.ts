import { expect, it } from 'vitest';
import type { Provider } from '#call';
import { aModel, anOrganisation, aProvider, anEndpoint } from '../../../test/support/a-call.js';
import { idOf } from './endpoint-id.js';
import { ownKeysFirst } from './own-keys.js';

const provider = (name: string, change: Partial<Provider> = {}) =>
  aProvider({ name, models: new Map([['small', aModel()]]), ...change });
const shared = provider('shared', { credential: 'managed' });
const elsewhere = provider('elsewhere', {
  credential: 'managed',
  baseUrl: 'https://other.example/v1',
});

it.each([
  ['an own key comes before a shared one', 'none', shared, false, ['own/small', 'shared/small']],
  ['a shared key that the caller names is taken', 'none', shared, true, ['shared/small']],
  ['a shared key of another place is left alone', 'none', elsewhere, false, ['elsewhere/small']],
] as const)('%s', (_what, fallback, asked, isPinned, expected) => {
  const own = provider('own', { fallback });
  const all = [own, shared, elsewhere];
  const organisation = anOrganisation({ providers: new Map(all.map((one) => [one.name, one])) });
  expect(ownKeysFirst(organisation, [anEndpoint(asked)], isPinned).map(idOf)).toEqual(expected);
});

it.each([
  ['none', true, ['own/small']],
  ['managed', true, ['own/small', 'shared/small']],
  ['managed', false, ['own/small', 'shared/small']],
] as const)('an own key with the fallback %s, pinned: %s', (fallback, isPinned, expected) => {
  const own = provider('own', { fallback });
  const organisation = anOrganisation({
    providers: new Map([own, shared].map((one) => [one.name, one])),
  });
  expect(ownKeysFirst(organisation, [anEndpoint(own)], isPinned).map(idOf)).toEqual(expected);
});
