import { Injectable } from '@nestjs/common';
import { parseDocument, stringify } from 'yaml';
import { Problem, problem } from '#kernel';
import type { Actor } from '#members';
import {
  SettingsEditor,
  SettingsPlanner,
  type PlannedChange,
  type SettingsPlan,
  type WantedSettings,
} from '#operations';
import { Config, Database, type Tx } from '#platform';
import {
  loosenedOrganisation,
  loosenedProvider,
  loosenedWorkload,
  type OrganisationDto,
  type ProviderDto,
  type SecretMark,
  type StoredSetting,
} from '#workloads';
import { AdminLog } from '../http/admin-log.js';
import { differencesOf } from '../http/changes-of.js';
import { expectStorable } from '../http/expect-text.js';
import { expectGoodAlerts } from '../organisation/organisation.controller.js';
import { expectGoodAddresses } from '../providers/expect-provider.js';
import { expectMayLoosen } from '../settings/expect-may-loosen.js';
import {
  expectFresh,
  fingerprinted,
  holdsSecret,
  IncomingSecrets,
} from '../settings/incoming-secrets.js';
import type { AppliedView, PlanView } from './config.dto.js';

const FIELDS_MAX = 200;
const YAML_ALIASES_MAX = 100;
const SECTIONS = ['organisation', 'exchange_rates', 'providers', 'aliases', 'workloads'] as const;

const WITH_SECRETS = [
  { section: 'organisation', kind: 'organisation' },
  { section: 'providers', kind: 'provider' },
  { section: 'aliases', kind: 'alias' },
  { section: 'workloads', kind: 'workload' },
] as const;

interface Asked {
  readonly yaml: string;
  readonly prune: boolean;
}

/** Settings as one document: written out, compared with one that is wanted, and changed to it. */
@Injectable()
export class SettingsCode {
  constructor(
    private readonly planner: SettingsPlanner,
    private readonly editor: SettingsEditor,
    private readonly secrets: IncomingSecrets,
    private readonly log: AdminLog,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Secrets are fingerprints, or the names of what holds them. Keys are not in it. */
  async export(actor: Actor): Promise<object> {
    const stored = await this.editor.read(this.database, actor.organisationId);
    const marks = await this.secrets.marks(this.database, actor);
    const of = (kind: string) =>
      stored
        .filter((one) => one.kind === kind)
        .map(({ settings }) => fingerprinted(settings, marks));
    return {
      apiVersion: 'gw/v1',
      organisation: of('organisation')[0],
      exchange_rates: await this.planner.ratesOf(this.database, actor.organisationId),
      providers: of('provider'),
      aliases: of('alias'),
      workloads: of('workload'),
    };
  }

  /** Nothing is changed. @throws invalid, permission_missing */
  async plan(actor: Actor, asked: Asked): Promise<PlanView> {
    const wanted = readDocument(asked.yaml);
    return this.database.transaction(async (tx) => {
      const plan = await this.planned(tx, actor, wanted, asked.prune);
      const marks = await this.secrets.marks(tx, actor);
      return {
        hash: plan.hash,
        changes: plan.changes.map((change) => changeView(change, plan, marks)),
        unchanged: plan.unchanged,
      };
    });
  }

  /** @throws version_changed when anything has moved since the plan, managed_by_file, step_up_needed */
  async apply(actor: Actor, asked: Asked & { readonly hash: string }): Promise<AppliedView> {
    expectFresh(actor);
    const wanted = readDocument(asked.yaml);
    const applied = await this.log.change(actor, 'config.apply', async (_manager, tx) => {
      await this.planner.lock(tx);
      const marks = await this.secrets.marks(tx, actor);
      const plan = await this.planned(tx, actor, wanted, asked.prune);
      if (plan.hash !== asked.hash) throw problem('version_changed');
      this.expectAllowed(actor, plan);
      await this.planner.apply(tx, actor.organisationId, plan, actor.memberId);
      for (const change of plan.changes) await this.write(tx, actor, change, marks);
      await this.secrets.forgetUnused(tx, actor);
      const count = (action: string) =>
        plan.changes.filter((change) => change.action === action).length;
      const answer = {
        created: count('create'),
        updated: count('update'),
        deleted: count('delete'),
      };
      const target = `config ${plan.hash.slice(0, 16)}`;
      return { result: answer, answer, target, after: { ...answer, prune: asked.prune } };
    });
    await this.editor.putIntoForce();
    return applied;
  }

  private async planned(
    tx: Tx,
    actor: Actor,
    wanted: WantedSettings,
    prune: boolean,
  ): Promise<SettingsPlan> {
    const stored = await this.editor.read(tx, actor.organisationId);
    const named = await this.sealed(tx, actor, wanted, stored);
    return this.planner.plan(tx, actor.organisationId, named, prune);
  }

  /** Each thing for itself: a secret of another one would be lent to whoever answers at its address. */
  private async sealed(
    tx: Tx,
    actor: Actor,
    wanted: WantedSettings,
    stored: readonly StoredSetting[],
  ): Promise<WantedSettings> {
    const sections: Record<string, unknown> = { ...wanted };
    for (const { section, kind } of WITH_SECRETS) {
      const said = sections[section];
      const of = (name: unknown) =>
        stored.find((one) => one.kind === kind && (kind === 'organisation' || one.name === name))
          ?.settings;
      const seal = (one: unknown, place: string) => {
        const before = of((one as { readonly name?: unknown }).name);
        return this.secrets.seal(tx, actor, one, { before, place });
      };
      if (!Array.isArray(said)) {
        if (said !== undefined) sections[section] = await seal(said, section);
        continue;
      }
      const list: unknown[] = [];
      for (const [at, one] of said.entries()) list.push(await seal(one, `${section}[${at}]`));
      sections[section] = list;
    }
    return sections;
  }

  private expectAllowed(actor: Actor, plan: SettingsPlan): void {
    if (plan.changes.some(({ managedByFile }) => managedByFile)) throw problem('managed_by_file');
    for (const { kind, before, after } of plan.changes) {
      if (after === null) continue;
      const was = before?.settings ?? null;
      if (kind === 'provider') expectGoodAddresses(this.config, actor, was, after);
      if (kind === 'organisation') {
        expectGoodAlerts(this.config, was, after);
      }
    }
    expectMayLoosen(
      actor,
      plan.changes.flatMap((change) => loosenedBy(change, plan)),
    );
  }

  /** Each change as if it had been made alone. */
  private async write(
    tx: Tx,
    actor: Actor,
    { kind, name, action, before, after }: PlannedChange,
    marks: ReadonlyMap<string, SecretMark>,
  ): Promise<void> {
    await this.log.write(tx, actor, `${kind}.${action}`, {
      result: null,
      target: `${kind} ${before?.id ?? name}`,
      workloadId: kind === 'workload' ? (before?.id ?? null) : null,
      before: fingerprinted(before?.settings, marks),
      after: fingerprinted(after ?? undefined, marks),
    });
  }
}

export const asYaml = (document: object): string => stringify(document, { lineWidth: 0 });

/** @throws invalid */
function readDocument(text: string): WantedSettings {
  const plain = readYaml(text);
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw wrong('yaml', 'must be a mapping that starts with apiVersion: gw/v1');
  }
  const { apiVersion, ...sections } = plain as Record<string, unknown>;
  if (apiVersion !== 'gw/v1') throw wrong('apiVersion', 'must be gw/v1');
  for (const [name, section] of Object.entries(sections)) expectSection(name, section);
  if (holdsSecret(plain)) {
    throw wrong('', 'a document holds no secret: name what holds it, or the fingerprint of one');
  }
  return sections;
}

/** Names and values are those that the rest of this API takes. @throws invalid */
function readYaml(text: string): unknown {
  let plain: unknown;
  try {
    const document = parseDocument(text, { uniqueKeys: true });
    const [error] = document.errors;
    if (error) throw error;
    plain = document.toJS({ maxAliasCount: YAML_ALIASES_MAX });
    expectStorable(plain);
  } catch (fault) {
    if (fault instanceof Problem || !(fault instanceof Error)) throw fault;
    // Of its syntax, of aliases that multiply, or of nesting that is too deep for anybody to have meant.
    throw wrong('yaml', fault.message.split('\n')[0] ?? '');
  }
  return plain;
}

function expectSection(name: string, section: unknown): void {
  if (!(SECTIONS as readonly string[]).includes(name))
    throw wrong(name, 'there is no such setting');
  if (name === 'organisation') {
    if (typeof section !== 'object' || section === null) throw wrong(name, 'must be a mapping');
    return;
  }
  if (!Array.isArray(section)) throw wrong(name, 'must be a list');
  for (const [at, one] of section.entries()) {
    const path = `${name}[${at}]`;
    const { name: itsName, keys } = (one ?? {}) as { name?: unknown; keys?: unknown };
    if (name !== 'exchange_rates' && typeof itsName !== 'string') {
      throw wrong(`${path}.name`, 'must be a name');
    }
    if (Array.isArray(keys) && keys.length > 0) {
      throw wrong(`${path}.keys`, 'keys are made at /admin/v1/keys, which shows them once');
    }
  }
}

function changeView(
  change: PlannedChange,
  plan: SettingsPlan,
  marks: ReadonlyMap<string, SecretMark>,
): PlanView['changes'][number] {
  const { kind, name, action, before, after, managedByFile } = change;
  const fields = differencesOf(
    fingerprinted(before?.settings ?? {}, marks),
    fingerprinted(after ?? {}, marks),
  );
  return {
    kind,
    name,
    action,
    managed_by_file: managedByFile,
    loosens: loosenedBy(change, plan),
    fields: fields
      .slice(0, FIELDS_MAX)
      .map(([path, from, to]) => ({ path, from: JSON.stringify(from), to: JSON.stringify(to) })),
  };
}

/** With the kind and name in front, so that it is known whose they are. */
function loosenedBy({ kind, name, before, after }: PlannedChange, plan: SettingsPlan): string[] {
  if (after === null) return [];
  const was = before?.settings ?? null;
  if (kind === 'organisation' && was) {
    return [...loosenedOrganisation(was as OrganisationDto, after as OrganisationDto)];
  }
  if (kind === 'provider') {
    const paths = loosenedProvider(was as ProviderDto | null, after as ProviderDto);
    return paths.map((path) => `providers.${name}.${path}`);
  }
  if (kind !== 'workload') return [];
  const paths = loosenedWorkload(was, after, plan.file.organisation);
  return paths.map((path) => `workloads.${name}.${path}`);
}

const wrong = (path: string, message: string) =>
  problem('invalid', { errors: [{ path, message }] });
