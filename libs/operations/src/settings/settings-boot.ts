import { readFile, stat } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { PriceRepository, pricesOfSettings } from '#metering';
import { Config } from '#platform';
import { FAMILY_NAMES } from '#providers';
import {
  readSettingsFile,
  SettingsApplier,
  SettingsFault,
  type ApplyOptions,
  type ApplyPrices,
  type SettingsFile,
} from '#workloads';
import { LiveSettings } from './live-settings.js';

const WATCH_MS = 2_000; // How soon an edited settings file is noticed.

/** Applies the settings file: at start, and again whenever it was edited. */
@Injectable()
export class SettingsBoot {
  private readonly logger = new Logger('settings');
  private appliedText = '';
  private seenMs = 0;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly applier: SettingsApplier,
    private readonly prices: PriceRepository,
    private readonly live: LiveSettings,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws SettingsFault: a file that cannot be used must not start half a gateway */
  async start(): Promise<void> {
    const { configFile } = this.config;
    if (!configFile) return;
    this.seenMs = (await stat(configFile)).mtimeMs;
    this.appliedText = await readFile(configFile, 'utf8');
    await this.apply(readSettingsFile(this.appliedText, FAMILY_NAMES));
    this.stopWatching = this.clock.every(WATCH_MS, () => void this.lookAgain(configFile));
  }

  stop(): void {
    this.stopWatching();
  }

  async apply(file: SettingsFile, options: ApplyOptions = {}): Promise<void> {
    const source = options.managedBy ?? 'file';
    const applyPrices: ApplyPrices = async (tx, organisation, { exchange_rates, providers }) => {
      const declared = pricesOfSettings({ exchange_rates, providers });
      await this.prices.addBook(tx, organisation, source, declared);
    };
    await this.applier.apply(file, applyPrices, options);
  }

  /** A bad edit keeps the settings that are in force, and says what is wrong with it. */
  private async lookAgain(file: string): Promise<void> {
    try {
      const { mtimeMs } = await stat(file);
      if (mtimeMs === this.seenMs) return;
      this.seenMs = mtimeMs;
      const text = await readFile(file, 'utf8');
      if (text === this.appliedText) return;
      await this.apply(readSettingsFile(text, FAMILY_NAMES));
      this.appliedText = text;
      await this.live.refresh();
      this.logger.log('the edited settings file is in force');
    } catch (fault) {
      // A bad file stays bad until it is edited again; a database that is away comes back.
      if (!(fault instanceof SettingsFault)) this.seenMs = 0;
      this.logger.error('the settings file was not applied; the last good settings stay', fault);
    }
  }
}
