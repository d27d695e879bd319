import { Injectable, Logger } from '@nestjs/common';
import type { OrganisationId } from '#kernel';
import { PriceBook } from '#metering';
import { Nudges } from '#platform';
import { DatabaseDirectory } from '#workloads';

/** The settings and prices that this process works by, kept as new as the database. */
@Injectable()
export class LiveSettings {
  private readonly logger = new Logger('settings');
  private readonly moved = new Set<OrganisationId>();
  private gathered: Promise<void> | undefined;
  private lookingAgain: Promise<void> | undefined;

  constructor(
    private readonly directory: DatabaseDirectory,
    private readonly prices: PriceBook,
    private readonly nudges: Nudges,
  ) {
    nudges.on('epochs', () => this.lookAgain());
    directory.onEpoch((name, organisation) =>
      name === 'settings' ? this.reloadPrices(organisation) : undefined,
    );
  }

  /** @throws when the database cannot be read: without settings nothing may be served */
  start(): Promise<void> {
    return this.directory.start();
  }

  stop(): void {
    this.directory.stop();
  }

  /** What was applied is in force on this replica when this resolves. */
  refresh(): Promise<void> {
    return this.directory.refresh();
  }

  /** Something was committed: the other replicas need not wait for their next poll. */
  announce(): void {
    this.nudges.send('epochs');
  }

  /** However many nudges come while it looks, it looks once more at most. */
  private lookAgain(): void {
    this.lookingAgain ??= this.directory.refresh().finally(() => (this.lookingAgain = undefined));
  }

  /** Organisations that are told of together share one reading: a price list moves all of them. */
  private reloadPrices(organisation: OrganisationId): Promise<void> {
    this.moved.add(organisation);
    this.gathered ??= Promise.resolve().then(() => this.reloadMoved());
    return this.gathered;
  }

  private async reloadMoved(): Promise<void> {
    const moved = [...this.moved];
    this.moved.clear();
    this.gathered = undefined;
    try {
      await this.prices.reload(moved);
    } catch (fault) {
      this.logger.error('prices could not be read again; the next poll tries anew', fault);
      throw fault;
    }
  }
}
