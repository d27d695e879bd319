import { Injectable, Logger } from '@nestjs/common';
import {
  idsInPath,
  logIdsOf,
  ObjectOwners,
  type Endpoint,
  type Entered,
  type InspectedCall,
  type Provider,
  type RoutedCall,
} from '#call';
import { failed, member, refuse, runInSlices, stringOf } from '#kernel';
import type { ReplyFrame } from '#wire';
import { audioMade, idsMade } from './ids-made.js';
import { referencesIn, type References } from './references.js';

const ID_LENGTH_MAX = 512; // A longer one is no id; nobody can use what has no owner.

/** What a provider keeps for the organisation belongs to the workload that made it. */
@Injectable()
export class ObjectGuard {
  private readonly logger = new Logger('routing');

  constructor(private readonly owners: ObjectOwners) {}

  /**
   * Undefined where the call names no object; the look-up otherwise.
   * @throws objects_not_shared, object_unknown, objects_unavailable
   */
  check(call: RoutedCall): Promise<void> | undefined {
    const { organisation } = call.principal;
    if (organisation.sharesIds) return undefined;
    if (namesNone(call)) throw refuse('objects_not_shared');
    const references = runInSlices(referencesIn(call), call.callerGone);
    return references instanceof Promise
      ? references.then((found) => this.checkReferences(call, found))
      : this.checkReferences(call, references);
  }

  /**
   * The one of these providers that keeps the object in the path for the workload, or null. Undefined
   * where the path names none. @throws objects_unavailable
   */
  keeperOf(
    call: InspectedCall,
    providers: readonly Provider[],
  ): Promise<string | null> | undefined {
    const { operation } = call;
    if (operation.kind !== 'forward') return undefined;
    const { organisation, workload } = call.principal;
    const [id] = idsInPath(workload.forward, operation.method, operation.segments);
    return id === undefined || id.length > ID_LENGTH_MAX
      ? undefined
      : this.told(call, async () => {
          const owned = await Promise.all(
            providers.map(({ name: provider }) =>
              this.owners.ownersOf({ organisationId: organisation.id, provider }, [id]),
            ),
          );
          const keepers = providers.filter((_provider, at) => {
            const owner = owned[at]?.get(id);
            return owner !== undefined && (organisation.sharesIds || owner === workload.id);
          });
          return keepers.length === 1 ? (keepers[0]?.name ?? null) : null;
        });
  }

  /** Sees what an answer makes, and holds it back until its owner is on record. */
  watching(call: RoutedCall): Pick<Entered<RoutedCall>, 'watch' | 'ready'> {
    if (!mayMake(call)) return {};
    let waiting: Promise<unknown> | undefined;
    const isChat = call.inspection.operation.kind === 'chat';
    const told = new Set<string>();
    return {
      watch: (frame, protocol) => {
        const idsIn = isChat && protocol !== 'responses' ? idsInChat : idsInAnswer;
        const ids = [...idsIn(frame)].filter((id) => id.length <= ID_LENGTH_MAX && !told.has(id));
        if (ids.length > 0) {
          for (const id of ids) told.add(id);
          const claim = this.claim(call, ids);
          waiting = waiting ? Promise.all([waiting, claim]) : claim;
          waiting.catch(() => undefined); // Told by `ready`; an answer that ends first asks nobody.
        }
        return frame;
      },
      ready: () => {
        const claimed = waiting;
        waiting = undefined;
        return claimed;
      },
    };
  }

  /**
   * What the requests of a batch name, as if each were a call.
   * @throws object_unknown, objects_unavailable
   */
  async checkBatch(call: InspectedCall, provider: string, named: References): Promise<void> {
    if (call.principal.organisation.sharesIds || named.own.size + named.parts.size === 0) return;
    await this.lookUpAt(call, provider, named);
  }

  private checkReferences(call: RoutedCall, references: References): Promise<void> | undefined {
    const { own, parts } = references;
    return own.size + parts.size === 0 ? undefined : this.lookUp(call, references);
  }

  private async lookUp(call: RoutedCall, named: References): Promise<void> {
    await Promise.all(providersOf(call).map((provider) => this.lookUpAt(call, provider, named)));
  }

  private async lookUpAt(
    call: InspectedCall,
    provider: string,
    { own, parts }: References,
  ): Promise<void> {
    const { organisation, workload } = call.principal;
    const ids = [...own, ...parts];
    const place = { organisationId: organisation.id, provider };
    const owners = await this.told(call, () => this.owners.ownersOf(place, ids));
    const isForeign = ids.some((id) => {
      const owner = owners.get(id);
      return owner === undefined ? own.has(id) : owner !== workload.id;
    });
    if (isForeign) throw refuse('object_unknown');
  }

  /** At each provider that may have answered: which one it was is known only to who asked it. */
  private async claim(call: RoutedCall, ids: readonly string[]): Promise<void> {
    const { organisation, workload } = call.principal;
    for (const provider of providersOf(call)) {
      const place = { organisationId: organisation.id, provider };
      await this.told(call, () => this.owners.claim(place, workload.id, ids));
    }
  }

  private async told<Result>(call: InspectedCall, ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (cause) {
      const { callId } = call;
      const message = `owners of objects could not be read or written, call ${callId}`;
      this.logger.error(message, cause, logIdsOf(call));
      throw failed('objects_unavailable', { cause });
    }
  }
}

const providersOf = ({ route }: RoutedCall): readonly string[] => [
  ...new Set(route.endpoints.map(({ provider }: Endpoint) => provider.name)),
];

/** What names no object reads everybody's, changes it or deletes it; only making one needs none. */
function namesNone({ principal, inspection: { operation } }: RoutedCall): boolean {
  if (operation.kind !== 'forward' || operation.method === 'POST') return false;
  return idsInPath(principal.workload.forward, operation.method, operation.segments).length === 0;
}

/**
 * Answers of models hold nothing that is kept, but for those of the responses format and for what is
 * spoken in a conversation; what a file holds was written by whoever uploaded it.
 */
function mayMake({ inspection: { operation, request }, requestedModel }: RoutedCall): boolean {
  if (operation.kind === 'chat') {
    if (operation.protocol === 'responses') return true;
    return request.kind === 'json' && member(request.document.root, 'audio') !== undefined;
  }
  if (operation.kind !== 'forward' || operation.method === 'DELETE') return false;
  if (operation.segments.at(-1) === 'content') return false;
  return requestedModel === null || !ANSWERED_AT_ONCE.has(operation.segments[1] ?? '');
}

const ANSWERED_AT_ONCE: ReadonlySet<string> = new Set([
  'audio',
  'completions',
  'embeddings',
  'images',
  'moderations',
  'rerank',
]);

const NONE: ReadonlySet<string> = new Set();

/** A whole answer is the object; in a stream, the event that brings the object or its last state. */
function idsInAnswer({ document }: ReplyFrame): ReadonlySet<string> {
  const root = document?.root;
  if (root?.kind !== 'object') return NONE;
  const type = stringOf(member(root, 'type'));
  const object = type?.startsWith('response.') ? member(root, 'response') : root;
  return object ? idsMade(object) : NONE;
}

const idsInChat = ({ document }: ReplyFrame): ReadonlySet<string> =>
  document ? audioMade(document.root) : NONE;
