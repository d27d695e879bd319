import cluster from 'node:cluster';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AggregatorRegistry, type PrometheusContentType } from 'prom-client';
import { Clock } from '#kernel';
import { Metrics, type MetricsText } from '#operations';
import { isFromSupervisor, type FromChild } from '../start/child-messages.js';

const ANSWER_MS_MAX = 5_000; // As long as the supervisor waits for all of them.

/** The metrics of this process, or of all that serve its port. */
@Injectable()
export class SharedMetrics implements OnModuleInit {
  private readonly asked = new Map<number, (text: string | null) => void>();
  private last = 0;
  /** Answers the supervisor from when it is made. */
  private answering: AggregatorRegistry<PrometheusContentType> | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    if (!cluster.isWorker) return;
    AggregatorRegistry.setRegistries(this.metrics.registry);
    this.answering = new AggregatorRegistry();
    process.on('message', (message: unknown) => {
      if (!isFromSupervisor(message)) return;
      this.asked.get(message.id)?.(message.text);
    });
  }

  /** Where the others cannot be asked, those of this process alone. Of several there are no exemplars. */
  async read(accept: string | undefined): Promise<MetricsText> {
    const text = this.answering ? await this.ask() : null;
    if (text === null) return this.metrics.read(accept);
    return { contentType: this.metrics.registry.contentType, text };
  }

  private async ask(): Promise<string | null> {
    const id = ++this.last;
    const answer = new Promise<string | null>((resolve) => this.asked.set(id, resolve));
    const request: FromChild = { kind: 'metrics', id };
    // Without a callback, a supervisor that is gone would be a fault that nobody catches.
    process.send?.(request, undefined, undefined, (fault) => {
      if (fault) this.asked.get(id)?.(null);
    });
    const over = new AbortController();
    const late = this.clock.sleep(ANSWER_MS_MAX, over.signal).then(() => null);
    const text = await Promise.race([answer, late]);
    over.abort();
    this.asked.delete(id);
    return text;
  }
}
