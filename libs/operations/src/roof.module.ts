import { Global, Module } from '@nestjs/common';
import { CallObserver, Directory, Settlement } from '#call';
import { CounterStore, MeteringModule } from '#metering';
import { DatabaseDirectory, WorkloadsModule } from '#workloads';
import { CallMetrics } from './metrics/call-metrics.js';
import { Metrics } from './metrics/metrics.js';

/** Each port of `libs/call` and who implements it. The one who asks does not know the other. */
const PORTS = [
  { provide: Directory, useExisting: DatabaseDirectory }, // Metering asks for the settings.
  { provide: Settlement, useExisting: CounterStore }, // Sealing settles counters.
  { provide: CallObserver, useExisting: CallMetrics }, // The pipeline tells how calls end.
];

@Global()
@Module({
  imports: [WorkloadsModule, MeteringModule],
  providers: [Metrics, CallMetrics, ...PORTS],
  exports: [WorkloadsModule, MeteringModule, Metrics, Directory, Settlement, CallObserver],
})
export class RoofModule {}
