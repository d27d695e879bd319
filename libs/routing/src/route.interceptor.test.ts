import { describe, expect, it } from 'vitest';
import {
  Dispatcher,
  endpointOf,
  NO_HINTS,
  readForwardRule,
  RequestJudge,
  type Provider,
} from '#call';
import { parseJson, SystemEntropy } from '#kernel';
import { ProviderHealth, type BatchInputs } from '#providers';
import {
  aCall,
  aForward,
  aModel,
  anOrganisation,
  aProvider,
  aWorkload,
} from '../../../test/support/a-call.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { ObjectGuard } from './objects/object-guard.js';
import { AutoRoute } from './auto/auto-route.js';
import { RouteInterceptor } from './route.interceptor.js';
import { MemoryOwners } from './testing/memory-owners.js';

const provider = (name: string, change: Parameters<typeof aProvider>[0] = {}) =>
  aProvider({ name, models: new Map([['one', aModel({ id: 'one' })]]), ...change });

const fast = { name: 'fast', targets: [{ model: 'a/one', weight: 1 }], fallbacks: ['b/one'] };
const organisation = anOrganisation({
  providers: new Map([
    ['a', provider('a')],
    ['b', provider('b')],
    ['shared', provider('shared', { credential: 'managed' })],
    ['mute', provider('mute', { family: 'mute' })],
  ]),
  aliases: new Map([['fast', fast]]),
});

/** A call in the Responses format with this body. */
const aResponses = (body: object) => {
  const operation = { kind: 'chat', protocol: 'responses', hints: NO_HINTS } as const;
  const request = { kind: 'json', document: parseJson(JSON.stringify(body)) } as const;
  return { operation, body: request };
};

/** A router that is never there. */
class NoJudge extends RequestJudge {
  judge(): Promise<null> {
    return Promise.resolve(null);
  }
}

/** Serves everything but one family. */
class EveryFamily extends Dispatcher {
  serves(_operation: string, family: string): boolean {
    return family !== 'mute';
  }

  speaks(_protocol: string, { servesResponses }: Provider): boolean {
    return servesResponses ?? true;
  }

  send(): Promise<never> {
    return Promise.reject(new Error('Routing sends nothing.'));
  }
}

/** None of these calls hands over a file. */
const NO_BATCHES = {} as BatchInputs;

function aScene(owners = new MemoryOwners()) {
  const clock = new FakeClock();
  const health = new ProviderHealth(clock);
  const guard = new ObjectGuard(owners);
  const route = new RouteInterceptor(
    new EveryFamily(),
    health,
    { isReady: () => true },
    new SystemEntropy(),
    guard,
    NO_BATCHES,
    new AutoRoute(new NoJudge(), { modelsOf: () => [], costOf: () => undefined }, clock),
  );
  const enter = (change: Parameters<typeof aCall>[0]) => {
    const entered = route.enter(aCall({ organisation, ...change }));
    if (entered instanceof Promise) throw new Error('a call that names no object waits for nobody');
    return entered;
  };
  const ask = (
    requestedModel: string | null,
    allowedModels: string[] = [],
    change: Parameters<typeof aCall>[0] = {},
  ) => enter({ requestedModel, workload: aWorkload({ allowedModels }), ...change }).call.route;
  return { clock, health, ask, route };
}

const namesOf = ({ endpoints }: { endpoints: readonly { provider: { name: string } }[] }) =>
  endpoints.map((endpoint) => endpoint.provider.name);
const refused = (key: string) => expect.objectContaining({ key });

describe('Route', () => {
  it('keeps a pinned name with its provider', () => {
    expect(aScene().ask('a/one')).toMatchObject({ alias: null, reason: 'pinned' });
    expect(namesOf(aScene().ask('a/one'))).toEqual(['a']);
  });

  it('refuses a model outside a list that is not empty', () => {
    const { ask } = aScene();
    expect(() => ask('a/one', ['b/*'])).toThrow(refused('model_not_allowed'));
    expect(namesOf(ask('a/one', ['a/*']))).toEqual(['a']);
  });

  it('lets an alias lead to those of its models that are on the list', () => {
    const { ask } = aScene();
    expect(namesOf(ask('fast', ['b/one']))).toEqual(['b']);
    expect(namesOf(ask('fast', ['fast']))).toEqual(['a', 'b']);
    expect(() => ask('fast', ['shared/*'])).toThrow(refused('model_not_allowed'));
  });

  it('refuses a name that is too long to be one', () => {
    expect(() => aScene().ask(`a/${'x'.repeat(200)}`)).toThrow(refused('model_unknown'));
  });

  it('leaves out providers that are not well, and says so when none is left', () => {
    const { ask, health, clock } = aScene();
    for (const id of ['one', 'two']) {
      health.of(organisation.id, endpointOf(provider('a'), aModel({ id }))).throttle(1_000, 0);
    }
    expect(namesOf(ask('fast'))).toEqual(['b']);
    expect(() => ask('a/one')).toThrow(
      expect.objectContaining({
        key: 'upstream_unhealthy',
        details: { gw: { cause: 'all_unhealthy', attempts: [] }, retryAfterSeconds: 1 },
      }),
    );
    clock.advance(1_000);
    expect(namesOf(ask('a/one'))).toEqual(['a']);
  });

  it('refuses a provider whose family cannot do what is asked', () => {
    expect(() => aScene().ask('mute/one')).toThrow(refused('wire_unsupported'));
  });

  it('leads to who keeps responses where one is gone on with, and says what needs it elsewhere', () => {
    const providers = new Map([
      ['a', provider('a', { servesResponses: false })],
      ['b', provider('b')],
    ]);
    const call = aResponses({ input: 'Hi', previous_response_id: null, store: true });
    const { ask } = aScene();
    const asking = { ...call, organisation: { ...organisation, providers } };
    expect(namesOf(ask('fast', [], asking))).toEqual(['b']);
    expect(() => ask('a/one', [], asking)).toThrow(
      expect.objectContaining({
        key: 'field_invalid',
        details: expect.objectContaining({ param: 'store' }),
      }),
    );
    const plain = { ...aResponses({ input: 'Hi' }), organisation: asking.organisation };
    expect(namesOf(ask('fast', [], plain))).toEqual(['a', 'b']);
  });

  it('remembers of each endpoint why it is tried or is not', () => {
    const { ask, health } = aScene();
    const aliases = new Map([
      ['fast', { ...fast, fallbacks: ['b/one', 'mute/one', 'shared/one'] }],
    ]);
    health.of(organisation.id, endpointOf(provider('b'), aModel({ id: 'one' }))).throttle(1_000, 0);
    const { candidates } = ask('fast', ['a/*', 'b/*', 'mute/*'], {
      organisation: { ...organisation, aliases },
    });
    expect(candidates.map(({ endpoint, verdict }) => [endpoint.provider.name, verdict])).toEqual([
      ['a', 'chosen'],
      ['b', 'unhealthy'],
      ['mute', 'not_capable'],
      ['shared', 'not_allowed'],
    ]);
  });
});

describe('Route, on a path that names no model', () => {
  const asked = (
    providerName: string | null,
    change: Parameters<typeof anOrganisation>[0] = {},
    allowed: string[] = [],
  ) =>
    aScene().ask(null, allowed, {
      operation: aForward({ providerName }),
      organisation: { ...organisation, ...change },
    });

  it('takes the provider that the caller names, or the organisation’s', () => {
    expect(asked('b')).toMatchObject({ reason: 'chosen_provider', endpoints: [{ model: null }] });
    expect(namesOf(asked('b', { defaultProvider: 'a' }))).toEqual(['b']);
    expect(asked(null, { defaultProvider: 'a' })).toMatchObject({ reason: 'default_provider' });
  });

  it('refuses when nobody says which of several, and names them', () => {
    expect(() => asked(null)).toThrow(refused('provider_unchosen'));
    expect(() => asked(null, {}, ['a/*', 'b/*'])).toThrow(/which of these serves it: a, b\.$/);
  });

  it('takes the only one that may be meant', () => {
    const only = { reason: 'only_provider', endpoints: [{ model: null }] };
    expect(asked(null, {}, ['a/*', 'shared/*'])).toMatchObject(only);
    expect(namesOf(asked(null, {}, ['a/*', 'shared/*', 'b/one']))).toEqual(['a']);
    expect(() => asked(null, {}, ['shared/*'])).toThrow(refused('own_key_required'));
    expect(() => asked(null, {}, ['a/one'])).toThrow(refused('model_not_allowed'));
  });

  it('refuses a provider that there is not', () => {
    expect(() => asked('z')).toThrow(refused('model_unknown'));
  });

  it('refuses a provider that the list does not open as a whole', () => {
    expect(() => asked('a', {}, ['a/one'])).toThrow(refused('model_not_allowed'));
    expect(namesOf(asked('a', {}, ['a/*']))).toEqual(['a']);
  });

  it('refuses shared credentials: files of others lie behind them', () => {
    expect(() => asked('shared')).toThrow(refused('own_key_required'));
  });
});

describe('an object that a path names', () => {
  const forward = ['GET /v1/files/**'].flatMap((text) => readForwardRule(text) ?? []);
  const workload = aWorkload({ forward });
  const owners = new MemoryOwners();
  owners.rows.set('b file-mine1234', workload.id);
  const pathTo = (id: string) => ({
    requestedModel: null,
    workload,
    operation: aForward({ method: 'GET', segments: ['v1', 'files', id] }),
  });
  const led = async (id: string, defaultProvider: string | null) => {
    const { route } = aScene(owners);
    const call = aCall({ organisation: { ...organisation, defaultProvider }, ...pathTo(id) });
    return namesOf((await route.enter(call)).call.route);
  };

  it.each([null, 'a', 'mute'])(
    'leads to the provider that keeps it for the workload, whatever the default is: %s',
    async (defaultProvider) => {
      await expect(led('file-mine1234', defaultProvider)).resolves.toEqual(['b']);
    },
  );

  it('of nobody goes to the default provider, which says so where it serves no such path', async () => {
    await expect(led('file-other123', 'mute')).rejects.toMatchObject({
      key: 'wire_unsupported',
      message: expect.stringContaining('x-gw-provider'),
    });
    await expect(led('file-other123', 'a')).rejects.toMatchObject({ key: 'object_unknown' });
  });
});
