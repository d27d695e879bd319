import { readFile, stat } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { PriceBook, PriceRepository, pricesOfSettings } from '#metering';
import { Config } from '#platform';
import {
  DatabaseDirectory,
  readSettingsFile,
  SettingsApplier,
  type ApplyOptions,
  type ApplyPrices,
  type SettingsFile,
} from '#workloads';

const WATCH_MS = 2_000; // How soon an edited settings file is noticed.

/** Puts settings into force: at start, and again whenever the settings file was edited. */
@Injectable()
export class SettingsBoot {
  private readonly logger = new Logger('settings');
  private appliedText = '';
  private seenMs = 0;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly applier: SettingsApplier,
    private readonly prices: PriceRepository,
    private readonly priceBook: PriceBook,
    private readonly directory: DatabaseDirectory,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    directory.onEpoch((name) => {
      if (name === 'settings') void this.reloadPrices();
    });
  }

  /** @throws SettingsFault: a file that cannot be used must not start half a gateway */
  async start(): Promise<void> {
    const { configFile } = this.config;
    if (configFile) {
      this.appliedText = await readFile(configFile, 'utf8');
      await this.apply(readSettingsFile(this.appliedText));
      this.seenMs = (await stat(configFile)).mtimeMs;
      this.stopWatching = this.clock.every(WATCH_MS, () => void this.lookAgain(configFile));
    }
    await this.directory.start();
    await this.priceBook.reload();
  }

  stop(): void {
    this.stopWatching();
    this.directory.stop();
  }

  async apply(file: SettingsFile, options: ApplyOptions = {}): Promise<void> {
    const source = options.managedBy ?? 'file';
    const applyPrices: ApplyPrices = async (tx, organisation, { exchange_rates, providers }) => {
      const declared = pricesOfSettings({ exchange_rates, providers });
      await this.prices.addBook(tx, organisation, source, declared);
    };
    await this.applier.apply(file, applyPrices, options);
  }

  /** What was applied is in force on this replica when this resolves. */
  async refresh(): Promise<void> {
    await this.directory.poll();
    await this.priceBook.reload();
  }

  /** A bad edit keeps the settings that are in force, and says what is wrong with it. */
  private async lookAgain(file: string): Promise<void> {
    try {
      const { mtimeMs } = await stat(file);
      if (mtimeMs === this.seenMs) return;
      this.seenMs = mtimeMs;
      const text = await readFile(file, 'utf8');
      if (text === this.appliedText) return;
      await this.apply(readSettingsFile(text));
      this.appliedText = text;
      await this.refresh();
      this.logger.log('the edited settings file is in force');
    } catch (fault) {
      this.logger.error('the settings file was not applied; the last good settings stay', fault);
    }
  }

  private async reloadPrices(): Promise<void> {
    await this.priceBook
      .reload()
      .catch((fault: unknown) => this.logger.error('prices could not be read again', fault));
  }
}
