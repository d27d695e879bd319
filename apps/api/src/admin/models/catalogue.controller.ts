import { Body, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Clock, GatewayError, problem } from '#kernel';
import type { Actor } from '#members';
import {
  comparePrices,
  importPrices,
  mergePrices,
  PriceBook,
  PriceRepository,
  readPriceHistory,
  type ImportedPrices,
} from '#metering';
import { Database } from '#platform';
import { catalogueOf } from '#routing';
import { AdminController, Allow, Caller } from '../http/allow.js';
import { pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { Spenders } from '../settings/spenders.js';
import {
  ModelListQuery,
  ModelView,
  PriceDiffDto,
  PriceDiffView,
  PriceListQuery,
  PriceHistoryQuery,
  PriceHistoryView,
  PriceView,
} from './model.dto.js';
import {
  modelView,
  placeOf,
  pointView,
  priceView,
  reasonOf,
  type PricedModel,
} from './model-views.js';

const SHOWN_MAX = 1_000;
const NAMES_MAX = 200;

/** The catalogue of models, and what they cost. Prices of one's own are set in the models of a provider. */
@ApiTags('Models')
@AdminController('')
export class CatalogueController {
  constructor(
    private readonly spenders: Spenders,
    private readonly book: PriceBook,
    private readonly stored: PriceRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Every model that settings and price list know, whether or not it can be reached. */
  @Get('models')
  @Allow('model:read')
  @AnswersPage(ModelView)
  async list(@Caller() actor: Actor, @Query() query: ModelListQuery): Promise<Page<ModelView>> {
    const { workload_id: id } = query;
    const workload = id === undefined ? null : await this.spenders.workload(actor, id);
    const organisation = this.spenders.organisation(actor);
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const wanted = wantedBy(query);
    const models = catalogueOf({ organisation, workload }, this.book, this.clock.nowMs())
      .filter(({ id }) => id > after)
      .map((one) => {
        const price = this.book.priceOf(organisation.id, one.provider, one.model.id);
        return { one, price, reason: reasonOf(one, price) };
      })
      .filter(wanted)
      .toSorted((a, b) => (a.one.id < b.one.id ? -1 : 1))
      .slice(0, query.limit + 1);
    const versions = [...new Set(models.flatMap(({ price }) => price?.version ?? []))];
    const own = await this.stored.readOwned(versions);
    const views = models.map((priced) => modelView(organisation, priced, own));
    return pageOf(views, query.limit, (last) => [last.id]);
  }

  /** How the price of a model came to be what it is. */
  @Get('prices/history')
  @Allow('model:read')
  @ApiOkResponse({ type: PriceHistoryView })
  async history(
    @Caller() { organisationId }: Actor,
    @Query() { model }: PriceHistoryQuery,
  ): Promise<PriceHistoryView> {
    const points = await readPriceHistory(this.database, organisationId, model);
    return { model, data: points.map(pointView) };
  }

  /** Prices as they are stored: those of the instance's list, and those of the settings. */
  @Get('prices')
  @Allow('model:read')
  @AnswersPage(PriceView)
  async prices(@Caller() actor: Actor, @Query() query: PriceListQuery): Promise<Page<PriceView>> {
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const { prices } = await this.stored.readActive([actor.organisationId]);
    const prefix = query.provider === undefined ? '' : `${query.provider}/`;
    const wanted = prices.filter(({ model }) => model.startsWith(prefix));
    const views = [...Map.groupBy(wanted, placeOf)]
      .filter(([place]) => place > after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, query.limit + 1)
      .map(([, lines]) => priceView(lines));
    return pageOf(views, query.limit, ({ model, source }) => [`${model} ${source}`]);
  }

  /** What a public list of prices would change for the instance, as `gw price import` puts it into force. */
  @Post('prices/diff')
  @HttpCode(200)
  @Allow('model:manage')
  @ApiOkResponse({ type: PriceDiffView })
  async diff(@Body() { list, names = {} }: PriceDiffDto): Promise<PriceDiffView> {
    const imported = readList(list, names);
    const { prices, rates } = await this.stored.readInstanceList();
    const before = { prices, exchangeRates: rates };
    const after = mergePrices(before, { prices: imported.lines, exchangeRates: [] });
    const { added, changed } = comparePrices(before, after, {
      free: imported.free,
      approved: await this.stored.readApproved(),
    });
    return {
      models: imported.models,
      skipped: imported.skipped.length,
      added_count: added.length,
      changed_count: changed.length,
      added: added
        .slice(0, SHOWN_MAX)
        .map((one) => ({ text: one.text, remarkable: one.isFree || one.isJump })),
      changed: changed
        .slice(0, SHOWN_MAX)
        .map((one) => ({ text: one.text, remarkable: one.isJump })),
    };
  }
}

/** @throws invalid */
function readList(text: string, names: Readonly<Record<string, unknown>>): ImportedPrices {
  const entries = Object.entries(names);
  const isNames = entries.every(([, name]) => typeof name === 'string');
  if (!isNames || entries.length > NAMES_MAX) {
    throw problem('invalid', { errors: [{ path: 'names', message: 'must map names to names' }] });
  }
  try {
    return importPrices(text, new Map(entries as [string, string][]));
  } catch (fault) {
    if (!(fault instanceof GatewayError)) throw fault;
    throw problem('invalid', { errors: [{ path: 'list', message: 'is no list of prices' }] });
  }
}

/** What a query asks for, beside its place. */
function wantedBy({ provider, q, zone, reachable }: ModelListQuery) {
  const part = q?.trim().toLowerCase() ?? '';
  return ({ one, reason }: PricedModel): boolean =>
    (provider === undefined || one.provider === provider) &&
    (zone === undefined || one.jurisdiction.zone === zone) &&
    (reachable === undefined || (reachable === 'true') === (reason === null)) &&
    one.id.toLowerCase().includes(part);
}
