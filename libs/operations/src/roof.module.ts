import { Global, Module } from '@nestjs/common';
import {
  CallObserver,
  Credentials,
  Directory,
  Dispatcher,
  DispatchTable,
  EndedCalls,
  ObjectOwners,
  PriceList,
  Settlement,
} from '#call';
import { CounterStore, MeteringModule, PriceBook } from '#metering';
import { ProviderDispatcher, ProvidersModule } from '#providers';
import {
  DatabaseDirectory,
  DatabaseObjectOwners,
  DirectoryCredentials,
  WorkloadsModule,
} from '#workloads';
import { AccessLog } from './log/access-log.js';
import { CallObservers } from './log/call-observers.js';
import { CallMetrics } from './metrics/call-metrics.js';
import { Metrics } from './metrics/metrics.js';

/** Each port of `libs/call` and who implements it. The one who asks does not know the other. */
const PORTS = [
  { provide: Directory, useExisting: DatabaseDirectory }, // Metering asks for the settings.
  { provide: PriceList, useExisting: PriceBook }, // Model lists ask what can be served.
  { provide: Settlement, useExisting: CounterStore }, // Sealing settles counters.
  { provide: Credentials, useExisting: DirectoryCredentials }, // Dispatching asks for secrets.
  { provide: ObjectOwners, useExisting: DatabaseObjectOwners }, // Routing asks whose a file is.
  {
    // The pipeline tells how calls end.
    provide: CallObserver,
    useFactory: (...observers: CallObserver[]) => new CallObservers(observers),
    inject: [CallMetrics, AccessLog],
  },
  {
    // Who serves what: local models, OCR and tool servers take their place in this list.
    provide: Dispatcher,
    useFactory: (providers: ProviderDispatcher) => new DispatchTable([providers]),
    inject: [ProviderDispatcher],
  },
];

@Global()
@Module({
  imports: [WorkloadsModule, MeteringModule, ProvidersModule],
  providers: [Metrics, CallMetrics, AccessLog, EndedCalls, ...PORTS],
  exports: [
    WorkloadsModule,
    MeteringModule,
    Metrics,
    EndedCalls,
    ...PORTS.map(({ provide }) => provide),
  ],
})
export class RoofModule {}
