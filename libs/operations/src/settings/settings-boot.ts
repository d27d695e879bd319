import { readFile } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { PriceRepository, pricesOfSettings } from '#metering';
import { Config } from '#platform';
import { FAMILIES, secretFaultOf } from '#providers';
import {
  readSettingsFile,
  SecretFiles,
  secretFilesOf,
  SettingsApplier,
  SettingsFault,
  type ApplyOptions,
  type ApplyPrices,
  type SettingsFile,
} from '#workloads';
import { LiveSettings } from './live-settings.js';

// How soon an edited settings file is noticed. A replica that has no such file hears of it a poll later, and
// both together stay below two seconds.
const WATCH_MS = 500;

/** What was last tried: a bad file stays bad until it says something else. */
interface Tried {
  readonly text: string;
  /** Undefined where the text did not tell which there are. */
  readonly secrets: SecretFiles | undefined;
}

/** Applies the settings file: at start, and again whenever it or a secret that it names was edited. */
@Injectable()
export class SettingsBoot {
  private readonly logger = new Logger('settings');
  private tried: Tried | undefined;
  private looking: Promise<void> | undefined;
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
    await this.tryFirst(configFile);
    this.stopWatching = this.clock.every(WATCH_MS, () => {
      this.looking ??= this.lookAgain(configFile).finally(() => (this.looking = undefined));
    });
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
    await this.applier.apply(file, applyPrices, { secretFaultOf, ...options });
    this.live.announce();
  }

  /** A bad edit keeps the settings that are in force, and says what is wrong with it. */
  private async lookAgain(file: string): Promise<void> {
    try {
      const text = await readFile(file, 'utf8');
      if (text === this.tried?.text && !(await this.tried.secrets?.haveChanged())) return;
      await this.tryText(text);
      await this.live.refresh();
      this.logger.log('the edited settings are in force');
    } catch (fault) {
      // A database that is away comes back.
      if (!(fault instanceof SettingsFault)) this.tried = undefined;
      this.logger.error('the settings file was not applied; the last good settings stay', fault);
    }
  }

  /** Whoever reads it at the start has to know of which file it speaks. */
  private async tryFirst(path: string): Promise<void> {
    const text = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
      throw new SettingsFault([`it cannot be read (${fault.code}): look at GW_CONFIG_FILE`], path);
    });
    await this.tryText(text).catch((fault: unknown) => {
      throw fault instanceof SettingsFault ? new SettingsFault(fault.faults, path) : fault;
    });
  }

  /** By what they say: a mount may show another file, or secret, under the same name, age and size. */
  private async tryText(text: string): Promise<void> {
    this.tried = { text, secrets: undefined };
    const file = readSettingsFile(text, FAMILIES);
    this.tried = { text, secrets: await SecretFiles.read(secretFilesOf(file)) };
    await this.apply(file);
  }
}
