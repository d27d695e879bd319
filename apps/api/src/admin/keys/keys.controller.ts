import { Body, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { EntityManager } from 'typeorm';
import { Clock, Entropy, Problem, problem } from '#kernel';
import { Member, type Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database, type Tx } from '#platform';
import {
  generateVirtualKey,
  IssuedKeys,
  KeyHasher,
  KeyRepository,
  type IssuedKey,
  type KeyOrder,
} from '#workloads';
import { AdminLog, type Done } from '../http/admin-log.js';
import { AdminController, Allow, Caller, expectStepUp, IfMatch, reachIn } from '../http/allow.js';
import { pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import {
  CreateKeyDto,
  KeyListQuery,
  keyView,
  KeyView,
  KeyWithSecretView,
  RotatedKeysView,
  RotateKeyDto,
  RotateKeysDto,
  UpdateKeyDto,
} from './key.dto.js';

const ACTIVE_MAX = 1_000; // Of one workload, as in the settings file.

/** Virtual keys, by which calls are made. Members see and change those of their own workloads. */
@ApiTags('Keys')
@AdminController('keys')
export class KeysController {
  constructor(
    private readonly keys: IssuedKeys,
    private readonly former: KeyRepository,
    private readonly hasher: KeyHasher,
    private readonly editor: SettingsEditor,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly entropy: Entropy,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Allow('key:read')
  @AnswersPage(KeyView)
  async list(@Caller() actor: Actor, @Query() query: KeyListQuery): Promise<Page<KeyView>> {
    const isDescending = query.sort.startsWith('-');
    const order = query.sort.replace(/^-/, '') as KeyOrder;
    const [sort, place = '', id = ''] = readCursor(query.cursor, 3) ?? [];
    const found = await this.keys.list(this.database, actor.organisationId, {
      order,
      isDescending,
      limit: query.limit + 1,
      after: sort === undefined ? undefined : [expectPlace(sort === query.sort, order, place), id],
      ownerId: ownerOf(actor),
      workloadId: query.workload_id,
      env: query.env,
      status: query.status,
    });
    const page = pageOf(found, query.limit, (last) => [query.sort, last.place, last.id]);
    return { ...page, data: page.data.map(keyView) };
  }

  @Get(':id')
  @Allow('key:read')
  @ApiOkResponse({ type: KeyView })
  async read(@Caller() actor: Actor, @Param('id') id: string): Promise<KeyView> {
    return this.database.transaction(async (tx) => keyView(await this.find(tx, actor, id)));
  }

  /** The answer shows the key, this once. */
  @Post()
  @Allow('key:manage')
  @ApiCreatedResponse({ type: KeyWithSecretView })
  async create(@Caller() actor: Actor, @Body() wanted: CreateKeyDto): Promise<KeyWithSecretView> {
    const { env, name } = wanted;
    const expiresAt = this.momentOf(wanted.expires_at);
    const made = await this.log.change(actor, 'key.create', async (manager, tx) => {
      if (env === 'live') await expectVerified(manager, actor);
      const workloadId = await this.expectWorkload(tx, actor, wanted.workload_id);
      const answer = await this.issue(tx, actor, { workloadId, env, name, expiresAt });
      return {
        result: answer,
        answer,
        showsSecret: true,
        target: `key ${answer.id}`,
        workloadId,
        key: answer.id,
        after: { name, env, expires_at: expiresAt },
      };
    });
    await this.editor.putIntoForce();
    return made;
  }

  /** Its name, and when it expires. */
  @Patch(':id')
  @Allow('key:manage')
  @ApiOkResponse({ type: KeyView })
  async update(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @IfMatch() version: number,
    @Body() patch: UpdateKeyDto,
  ): Promise<KeyView> {
    const changed = await this.log.change(actor, 'key.update', async (_manager, tx) => {
      const before = await this.findEditable(tx, actor, id);
      if (before.version !== version) throw problem('version_changed');
      const name = patch.name ?? before.name;
      const expiresAt =
        patch.expires_at === undefined ? before.expiresAt : this.momentOf(patch.expires_at);
      await this.keys.update(tx, actor.organisationId, { id, name, expiresAt });
      return {
        result: keyView(await this.find(tx, actor, id)),
        target: `key ${id}`,
        workloadId: before.workloadId,
        key: id,
        before: { name: before.name, expires_at: before.expiresAt },
        after: { name, expires_at: expiresAt },
      };
    });
    await this.editor.putIntoForce();
    return changed;
  }

  /** A new key of the same name and environment, shown this once; the old one goes on for the overlap. */
  @Post(':id/rotate')
  @Allow('key:manage')
  @ApiCreatedResponse({ type: KeyWithSecretView })
  async rotate(
    @Caller() actor: Actor,
    @Param('id') id: string,
    @Body() wanted: RotateKeyDto,
  ): Promise<KeyWithSecretView> {
    const made = await this.log.change(actor, 'key.rotate', (manager, tx) =>
      this.rotateOne(manager, tx, actor, id, wanted),
    );
    await this.editor.putIntoForce();
    return made;
  }

  /** Several at once, as one of them is: all of them, or none. People alone do it, who say again that it is them. */
  @Post('rotate')
  @Allow('key:manage')
  @ApiCreatedResponse({ type: RotatedKeysView })
  async rotateMany(
    @Caller() actor: Actor,
    @Body() { ids, ...wanted }: RotateKeysDto,
  ): Promise<RotatedKeysView> {
    expectStepUp(actor);
    const made = await this.log.change(actor, 'key.rotate_many', async (manager, tx) => {
      const keys = new Map<string, KeyWithSecretView>();
      // In one order, so that two who rotate the same keys wait for each other in turn.
      for (const id of ids.toSorted()) {
        const done = await this.rotateOne(manager, tx, actor, id, wanted).catch(about(ids, id));
        await this.log.write(tx, actor, 'key.rotate', done);
        keys.set(id, done.result);
      }
      const answer = { keys: ids.flatMap((id) => keys.get(id) ?? []) };
      const after = { keys: ids.length, overlap_s: wanted.overlap_s };
      return { result: answer, answer, showsSecret: true, target: 'keys', before: {}, after };
    });
    await this.editor.putIntoForce();
    return made;
  }

  /** For good: no replica takes it two seconds from now. */
  @Post(':id/revoke')
  @HttpCode(200)
  @Allow('key:manage')
  @ApiOkResponse({ type: KeyView })
  async revoke(@Caller() actor: Actor, @Param('id') id: string): Promise<KeyView> {
    const revoked = await this.log.change(actor, 'key.revoke', async (_manager, tx) => {
      const { workloadId } = await this.findEditable(tx, actor, id);
      await this.former.revokeKey(tx, id);
      const answer = keyView(await this.find(tx, actor, id));
      return { result: answer, answer, target: `key ${id}`, workloadId, key: id };
    });
    await this.editor.putIntoForce();
    return revoked;
  }

  /** @throws not_found, managed_by_file, conflict, email_not_verified */
  private async rotateOne(
    manager: EntityManager,
    tx: Tx,
    actor: Actor,
    id: string,
    wanted: RotateKeyDto,
  ): Promise<Done<KeyWithSecretView>> {
    const old = await this.findEditable(tx, actor, id);
    if (old.env === 'live') await expectVerified(manager, actor);
    if (old.rotatedTo !== null) {
      throw problem('conflict', { detail: `The key ${old.rotatedTo} takes its place already.` });
    }
    if (old.status === 'expired') throw problem('conflict', { detail: 'The key has expired.' });
    const expiresAt =
      wanted.expires_at === undefined ? old.expiresAt : this.momentOf(wanted.expires_at);
    const answer = await this.issue(tx, actor, { ...old, expiresAt });
    const overlapSeconds = wanted.overlap_s;
    const { organisationId } = actor;
    await this.keys.giveWay(tx, organisationId, { id, to: answer.id, overlapSeconds });
    return {
      result: answer,
      answer,
      showsSecret: true,
      target: `key ${id}`,
      workloadId: old.workloadId,
      key: id,
      after: { rotated_to: answer.id, overlap_s: overlapSeconds },
    };
  }

  private async issue(
    tx: Tx,
    actor: Actor,
    wanted: Pick<IssuedKey, 'env' | 'name' | 'expiresAt'> & { readonly workloadId: string },
  ): Promise<KeyWithSecretView> {
    if ((await this.keys.countActive(tx, wanted.workloadId)) >= ACTIVE_MAX) {
      throw problem('conflict', {
        detail: `The workload has ${ACTIVE_MAX} keys in force. Revoke those that nobody uses.`,
      });
    }
    const { id, text } = generateVirtualKey(wanted.env, this.entropy);
    await this.keys.issue(tx, {
      id,
      organisationId: actor.organisationId,
      workloadId: wanted.workloadId,
      name: wanted.name,
      env: wanted.env,
      hmac: this.hasher.hash(text),
      expiresAt: wanted.expiresAt,
      createdBy: actor.memberId,
    });
    return Object.assign(keyView(await this.find(tx, actor, id)), { secret: text });
  }

  /** @throws not_found */
  private async find(tx: Tx, actor: Actor, id: string): Promise<IssuedKey> {
    const found = await this.keys.find(tx, actor.organisationId, id, ownerOf(actor));
    if (!found) throw problem('not_found');
    return found;
  }

  /** @throws not_found, managed_by_file, conflict */
  private async findEditable(tx: Tx, actor: Actor, id: string): Promise<IssuedKey> {
    const found = await this.find(tx, actor, id);
    if (found.managedBy === 'file') throw problem('managed_by_file');
    if (found.status === 'revoked') throw problem('conflict', { detail: 'The key is revoked.' });
    return found;
  }

  /** One that the settings file owns gets keys here, too: a file need not name them. */
  private async expectWorkload(tx: Tx, actor: Actor, id: string): Promise<string> {
    const owner = ownerOf(actor);
    const stored = await this.editor.read(tx, actor.organisationId);
    const found = stored.find((one) => one.kind === 'workload' && one.id === id);
    if (found && (owner === undefined || found.ownerId === owner)) return id;
    throw problem('invalid', {
      errors: [{ path: 'workload_id', message: 'there is no such workload' }],
    });
  }

  /** @throws invalid */
  private momentOf(text: string | null | undefined): Date | null {
    if (text === undefined || text === null) return null;
    const moment = new Date(text);
    if (moment.getTime() > this.clock.nowMs()) return moment;
    throw problem('invalid', { errors: [{ path: 'expires_at', message: 'must lie ahead' }] });
  }
}

/** Undefined: the keys of every workload. */
const ownerOf = (actor: Actor): string | undefined =>
  reachIn(actor, 'key:read') === 'own' ? (actor.memberId ?? NOBODY) : undefined;

/** Of several, which one it is that cannot be rotated. */
const about =
  (ids: readonly string[], id: string) =>
  (fault: unknown): never => {
    if (!(fault instanceof Problem)) throw fault;
    const errors = [{ path: `ids[${ids.indexOf(id)}]`, message: fault.message }];
    throw problem(fault.key, { ...fault.details, errors });
  };

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** @throws email_not_verified: what production runs on is for somebody who can be reached */
async function expectVerified(manager: EntityManager, { memberId }: Actor): Promise<void> {
  const member = memberId === null ? null : await manager.findOneBy(Member, { id: memberId });
  if (!member?.emailVerifiedAt) throw problem('email_not_verified');
}

const isMoment = (place: string): boolean =>
  /^-?infinity$/.test(place) || !Number.isNaN(Date.parse(place.replace(/([+-]\d\d)$/, '$1:00')));

/** Of the same list. @throws invalid */
function expectPlace(isSameSort: boolean, order: KeyOrder, place: string): string {
  if (isSameSort && (order === 'name' || isMoment(place))) return place;
  throw problem('invalid', { errors: [{ path: 'cursor', message: 'not one of this list' }] });
}
