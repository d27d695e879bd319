import { Body, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Clock, nanoOf, parseDecimal, problem, type Nano } from '#kernel';
import type { Actor } from '#members';
import { CreditFault, CreditRepository, type CreditBalance } from '#metering';
import { SettingsEditor } from '#operations';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller, expectStepUp } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { Spenders } from '../settings/spenders.js';
import { AdjustDto, CreditEntryView, CreditView, creditView, entryView } from './credit.dto.js';

const ID = /^[0-9a-f-]{36}$/;

/** Prepaid credit: what is left, what was booked, and booking more. */
@ApiTags('Credit')
@AdminController('credit')
export class CreditController {
  constructor(
    private readonly credit: CreditRepository,
    private readonly spenders: Spenders,
    private readonly editor: SettingsEditor,
    private readonly log: AdminLog,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Allow('credit:read')
  @ApiOkResponse({ type: CreditView })
  async read(@Caller() actor: Actor): Promise<CreditView> {
    const newest = await this.credit.page(actor.organisationId, 1, null);
    return creditView(await this.balance(actor), newest.length > 0);
  }

  /** Newest first. */
  @Get('entries')
  @Allow('credit:read')
  @AnswersPage(CreditEntryView)
  async entries(@Caller() actor: Actor, @Query() query: ListQuery): Promise<Page<CreditEntryView>> {
    const [before = null] = readCursor(query.cursor, 1) ?? [];
    if (before !== null && !ID.test(before)) {
      throw problem('invalid', { errors: [{ path: 'cursor', message: 'not one of this list' }] });
    }
    const balance = await this.balance(actor);
    const entries = await this.credit.page(actor.organisationId, query.limit + 1, before);
    const views = entries.map((entry) => entryView(entry, balance));
    return pageOf(views, query.limit, ({ id }) => [id]);
  }

  /** Books credit, or takes it. The same reference twice books once. */
  @Post('adjust')
  @HttpCode(200)
  @Allow('credit:adjust')
  @ApiOkResponse({ type: CreditView })
  async adjust(@Caller() actor: Actor, @Body() wanted: AdjustDto): Promise<CreditView> {
    expectStepUp(actor);
    const { kind, amount, reference = null } = wanted;
    const booked = { kind, nano: nanoIn(amount), reference, endsAt: this.endOf(wanted) };
    const { name } = this.spenders.organisation(actor);
    await this.log.change(actor, 'credit.adjust', async (_manager, tx) => {
      const isNew = await this.credit.addIn(tx, name, booked).catch(asProblem);
      return {
        result: isNew,
        target: `credit ${actor.organisationId}`,
        after: { kind, amount, reference, ends_at: booked.endsAt, is_new: isNew },
      };
    });
    await this.editor.putIntoForce();
    return this.read(actor);
  }

  /** @throws invalid */
  private endOf({ kind, ends_at: text }: AdjustDto): Date | null {
    if (text === undefined || text === null) return null;
    const brings = kind === 'purchase' || kind === 'grant';
    const endsAt = new Date(text);
    if (brings && endsAt.getTime() > this.clock.nowMs()) return endsAt;
    const message = brings ? 'must lie ahead' : 'is for what brings credit: purchase and grant';
    throw problem('invalid', { errors: [{ path: 'ends_at', message }] });
  }

  private async balance(actor: Actor): Promise<CreditBalance> {
    const balance = await this.credit.balance(this.spenders.organisation(actor).name);
    if (!balance) throw problem('unavailable');
    return balance;
  }
}

/** @throws invalid */
function nanoIn(amount: string): Nano {
  const decimal = parseDecimal(amount);
  if (decimal && decimal.digits > 0n) return nanoOf(decimal);
  throw problem('invalid', { errors: [{ path: 'amount', message: 'must be more than 0' }] });
}

function asProblem(fault: unknown): never {
  throw fault instanceof CreditFault ? problem('conflict', { detail: fault.message }) : fault;
}
