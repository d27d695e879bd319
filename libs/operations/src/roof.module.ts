import { Global, Module } from '@nestjs/common';
import {
  CallObserver,
  Credentials,
  Directory,
  Dispatcher,
  DispatchTable,
  EndedCalls,
  EndpointHealth,
  FileTargets,
  LocalModels,
  ObjectOwners,
  PriceList,
  RequestJudge,
  Settlement,
  ValueFinder,
} from '#call';
import { DocumentFinder, DlpModule } from '#dlp';
import { CounterStore, MeteringModule, PriceBook } from '#metering';
import { ProviderDispatcher, ProviderHealth, ProvidersModule } from '#providers';
import {
  DatabaseDirectory,
  DatabaseObjectOwners,
  DirectoryCredentials,
  WorkloadsModule,
} from '#workloads';
import { AnonymizeDispatcher, DocumentsModule, OcrDispatcher } from '#documents';
import { RouterJudge, TypedDispatcher, TypedModule } from '#typed';
import { ToolDispatcher, ToolsModule } from '#tools';
import { KnownTargets, RoutingModule } from '#routing';
import { AccessLog } from './log/access-log.js';
import { CallObservers } from './log/call-observers.js';
import { CallMetrics } from './metrics/call-metrics.js';
import { Metrics } from './metrics/metrics.js';
import { ModelsOfMachine } from './models-of-machine.js';
import { Telemetry } from './telemetry/telemetry.js';

/** Each port of `libs/call` and who implements it. The one who asks does not know the other. */
const PORTS = [
  { provide: Directory, useExisting: DatabaseDirectory }, // Metering asks for the settings.
  { provide: PriceList, useExisting: PriceBook }, // Model lists ask what can be served.
  { provide: Settlement, useExisting: CounterStore }, // Sealing settles counters.
  { provide: Credentials, useExisting: DirectoryCredentials }, // Dispatching asks for secrets.
  { provide: EndpointHealth, useExisting: ProviderHealth }, // Calling tools asks who is well.
  { provide: LocalModels, useExisting: ModelsOfMachine }, // Routing asks which of them answer.
  { provide: RequestJudge, useExisting: RouterJudge }, // Routing asks what a request wants.
  { provide: FileTargets, useExisting: KnownTargets }, // Documents ask what models can be shown.
  { provide: ValueFinder, useExisting: DocumentFinder }, // Documents ask what is personal in them.
  { provide: ObjectOwners, useExisting: DatabaseObjectOwners }, // Routing asks whose a file is.
  {
    // The pipeline tells how calls end.
    provide: CallObserver,
    useFactory: (...observers: CallObserver[]) => new CallObservers(observers),
    inject: [CallMetrics, AccessLog, Telemetry],
  },
  {
    // Who serves what.
    provide: Dispatcher,
    useFactory: (...dispatchers: Dispatcher[]) => new DispatchTable(dispatchers),
    inject: [
      ProviderDispatcher,
      TypedDispatcher,
      OcrDispatcher,
      AnonymizeDispatcher,
      ToolDispatcher,
    ],
  },
];

@Global()
@Module({
  imports: [
    WorkloadsModule,
    MeteringModule,
    ProvidersModule,
    TypedModule,
    DocumentsModule,
    ToolsModule,
    RoutingModule,
    DlpModule,
  ],
  providers: [Metrics, CallMetrics, AccessLog, Telemetry, EndedCalls, ModelsOfMachine, ...PORTS],
  exports: [
    WorkloadsModule,
    MeteringModule,
    DocumentsModule,
    TypedModule,
    ToolsModule,
    Metrics,
    Telemetry,
    EndedCalls,
    ...PORTS.map(({ provide }) => provide),
  ],
})
export class RoofModule {}
