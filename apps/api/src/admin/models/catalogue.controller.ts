import { Body, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Organisation } from '#call';
import { Clock, formatNano, GatewayError, parseDecimal, problem, scaleUp } from '#kernel';
import type { Actor } from '#members';
import {
  comparePrices,
  importPrices,
  mergePrices,
  PriceBook,
  PriceRepository,
  type ImportedPrices,
} from '#metering';
import { catalogueOf, type CatalogueModel } from '#routing';
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
  PriceView,
  type PriceLineView,
} from './model.dto.js';

const RATE_DECIMALS = 1_000_000n; // Rates are kept in 1e-6 nano per million.
const SHOWN_MAX = 1_000;
const NAMES_MAX = 200;
type PriceLine = Awaited<ReturnType<PriceRepository['readActive']>>['prices'][number];

/** The catalogue of models, and what they cost. Prices of one's own are set in the models of a provider. */
@ApiTags('Models')
@AdminController('')
export class CatalogueController {
  constructor(
    private readonly spenders: Spenders,
    private readonly book: PriceBook,
    private readonly stored: PriceRepository,
    private readonly clock: Clock,
  ) {}

  /** Every model that settings and price list know, whether or not it can be reached. */
  @Get('models')
  @Allow('model:read')
  @AnswersPage(ModelView)
  async list(@Caller() actor: Actor, @Query() query: ModelListQuery): Promise<Page<ModelView>> {
    const organisation = this.spenders.organisation(actor);
    const { workload_id: id, provider } = query;
    const workload = id === undefined ? null : await this.spenders.workload(actor, id);
    const [after = ''] = readCursor(query.cursor, 1) ?? [];
    const models = catalogueOf({ organisation, workload }, this.book, this.clock.nowMs())
      .filter((one) => one.id > after && (provider === undefined || one.provider === provider))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, query.limit + 1);
    const views = models.map((model) => this.viewOf(organisation, model));
    return pageOf(views, query.limit, (last) => [last.id]);
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
    const { added, changed } = comparePrices(before, after, imported.free);
    return {
      models: imported.models,
      skipped: imported.skipped.length,
      added_count: added.length,
      changed_count: changed.length,
      added: added.slice(0, SHOWN_MAX).map((one) => ({ text: one.text, remarkable: one.isFree })),
      changed: changed
        .slice(0, SHOWN_MAX)
        .map((one) => ({ text: one.text, remarkable: one.isJump })),
    };
  }

  private viewOf(organisation: Organisation, one: CatalogueModel): ModelView {
    const { jurisdiction, model } = one;
    const price = this.book.priceOf(organisation.id, one.provider, model.id);
    const reason = !price
      ? 'price_missing'
      : !one.isAllowed
        ? 'not_allowed'
        : one.isBlocked
          ? one.residency
          : null;
    return {
      id: one.id,
      provider: one.provider,
      context_tokens: model.contextTokens,
      max_output_tokens: model.outputTokensMax,
      sandbox: one.isSandbox,
      zone: jurisdiction.zone,
      countries: [...jurisdiction.countries],
      guaranteed: jurisdiction.guaranteed,
      retention: jurisdiction.storage.retention,
      operator: jurisdiction.operator?.name ?? null,
      location_source: jurisdiction.source,
      residency: one.residency,
      reachable: reason === null,
      unreachable_reason: reason,
      currency: organisation.currency,
      free: price?.isFree ?? false,
      prices: Array.from(price?.rates ?? [], ([unit, rate]) => ({
        unit,
        per_million: formatNano(rate / RATE_DECIMALS),
      })),
    };
  }
}

const sourceOf = ({ organisationId }: PriceLine) =>
  organisationId === null ? 'instance' : 'organisation';

const placeOf = (line: PriceLine): string => `${line.model} ${sourceOf(line)}`;

function priceView(lines: readonly PriceLine[]): PriceView {
  const [first] = lines as [PriceLine];
  return {
    model: first.model,
    source: sourceOf(first),
    version: first.version,
    lines: lines.map((line): PriceLineView => ({
      unit: line.unit,
      per_million: formatNano(scaleUp(parseDecimal(line.nanoPerMillion) ?? NOTHING, 0)),
      tier: line.tier ?? 'standard',
      above_tokens: line.tierAbove,
      currency: line.currency,
    })),
  };
}

const NOTHING = { digits: 0n, scale: 0 };

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
