import { Global, Module } from '@nestjs/common';
import { CallObserver } from '#call';
import { MeteringModule } from '#metering';
import { WorkloadsModule } from '#workloads';
import { CallMetrics } from './metrics/call-metrics.js';
import { Metrics } from './metrics/metrics.js';

/**
 * Binds ports to those who implement them. Concerns on one floor do not know each other: metering
 * asks for a Directory, which is the workloads' own; sealing asks for a Settlement, which is
 * metering's; the pipeline tells a CallObserver, which is the metrics.
 */
@Global()
@Module({
  imports: [WorkloadsModule, MeteringModule],
  providers: [Metrics, CallMetrics, { provide: CallObserver, useExisting: CallMetrics }],
  exports: [WorkloadsModule, MeteringModule, Metrics, CallObserver],
})
export class RoofModule {}
