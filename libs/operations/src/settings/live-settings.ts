import { Injectable, Logger } from '@nestjs/common';
import { PriceBook } from '#metering';
import { DatabaseDirectory } from '#workloads';

/** The settings and prices that this process works by, kept as new as the database. */
@Injectable()
export class LiveSettings {
  private readonly logger = new Logger('settings');

  constructor(
    private readonly directory: DatabaseDirectory,
    private readonly prices: PriceBook,
  ) {
    directory.onEpoch((name) => {
      if (name === 'settings') void this.reloadPrices();
    });
  }

  /** @throws when the database cannot be read: without settings nothing may be served */
  async start(): Promise<void> {
    await this.directory.start();
    await this.prices.reload();
  }

  stop(): void {
    this.directory.stop();
  }

  /** What was applied is in force on this replica when this resolves. */
  async refresh(): Promise<void> {
    await this.directory.poll();
    await this.prices.reload();
  }

  private async reloadPrices(): Promise<void> {
    await this.prices
      .reload()
      .catch((fault: unknown) => this.logger.error('prices could not be read again', fault));
  }
}
