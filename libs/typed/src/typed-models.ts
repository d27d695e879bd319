import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LocalModels, LOCAL_PROVIDER, ROUTER_MODEL, TYPED_MODEL } from '#call';
import { Clock } from '#kernel';
import type { QuestionResult, RouterJob, RouterResult, TypedJob } from '#local-models';
import { Config } from '#platform';
import { ROUTER_LIMITS, TYPED_LIMITS } from './limits.js';
import { ModelLane } from './model-lane.js';

/** The folder of the models that ship: beside the sources, and beside what is built of them. */
export const SHIPPED_MODELS = fileURLToPath(new URL('../models/', import.meta.url));

/** How a model of this machine is, for whoever operates it. */
export interface TypedModelState {
  /** As callers name it. */
  readonly model: string;
  readonly state: 'off' | 'verifying' | 'ready' | 'restarting' | 'failed';
  /** Why it failed, in words for operators. */
  readonly fault: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly license: string | null;
  /** SHA-256 of the weights. */
  readonly revision: string | null;
  readonly processes: number;
  readonly processesMax: number;
  readonly busy: number;
  readonly waiting: number;
  readonly answered: number;
  readonly turnedAway: number;
  readonly withoutNumbers: number;
  /** Milliseconds, moving average: of a request that is routed, or of an option that is read. */
  readonly unitMs: number;
}

/** The router and the typed model of this machine. */
@Injectable()
export class TypedModels extends LocalModels implements OnModuleDestroy {
  /** Null where it is switched off. */
  readonly router: ModelLane<RouterJob, RouterResult> | null;
  readonly typed: ModelLane<TypedJob, readonly QuestionResult[]> | null;
  private started: Promise<unknown> | undefined;

  constructor({ typed: { serves, folder, pinned, routerProcesses } }: Config, clock: Clock) {
    super();
    const common = { folder: folder ?? SHIPPED_MODELS, clock };
    this.router =
      serves === 'off'
        ? null
        : new ModelLane({
            ...common,
            kind: 'router',
            pinned: pinned.router,
            processesMax: routerProcesses,
            threads: 1,
            limits: ROUTER_LIMITS,
          });
    this.typed =
      serves === 'on'
        ? new ModelLane({
            ...common,
            kind: 'typed',
            pinned: pinned.typed,
            processesMax: 1,
            threads: Math.max(1, Math.floor(availableParallelism() / 2)),
            limits: TYPED_LIMITS,
          })
        : null;
  }

  /** Verifies both and has them ready; a model that cannot be used is told and does not answer. Safe to call again. */
  start(): Promise<unknown> {
    this.started ??= Promise.all([this.router?.start(), this.typed?.start()]);
    return this.started;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.router?.stop(), this.typed?.stop()]);
  }

  isReady(id: string): boolean {
    return this.laneOf(id)?.isReady ?? false;
  }

  get states(): readonly TypedModelState[] {
    return [ROUTER_MODEL, TYPED_MODEL].map(({ id }) =>
      stateOf(`${LOCAL_PROVIDER.name}/${id}`, this.laneOf(id)),
    );
  }

  private laneOf(id: string): Lane | null {
    if (id === ROUTER_MODEL.id) return this.router;
    return id === TYPED_MODEL.id ? this.typed : null;
  }
}

type Lane = Pick<
  ModelLane<RouterJob, RouterResult>,
  'isReady' | 'facts' | 'failure' | 'load' | 'counts'
>;

function stateOf(model: string, lane: Lane | null): TypedModelState {
  const { facts = null, failure = null } = lane ?? {};
  const load = lane?.load;
  return {
    model,
    state: wordOf(lane),
    fault: failure,
    name: facts?.name ?? null,
    version: facts?.version ?? null,
    license: facts?.license ?? null,
    revision: facts?.revision ?? null,
    processes: load?.ready ?? 0,
    processesMax: load?.processesMax ?? 0,
    busy: load?.busy ?? 0,
    waiting: load?.waiting ?? 0,
    answered: lane?.counts.answered ?? 0,
    turnedAway: lane?.counts.busy ?? 0,
    withoutNumbers: lane?.counts.failed ?? 0,
    unitMs: load?.unitMs ?? 0,
  };
}

function wordOf(lane: Lane | null): TypedModelState['state'] {
  if (!lane) return 'off';
  if (lane.failure !== null) return 'failed';
  if (lane.isReady) return 'ready';
  return lane.facts ? 'restarting' : 'verifying';
}
