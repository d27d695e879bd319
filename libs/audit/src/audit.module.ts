import { Module } from '@nestjs/common';
import { Config, InstanceSecrets } from '#platform';
import { RemoteAnchors } from './anchor/remote-anchors.js';
import { EndUserIndex } from './entry/end-user-index.js';
import { CheckpointSigner } from './log/checkpoint-signer.js';
import { BackgroundRecords } from './record/background-records.js';
import { Corrections } from './record/corrections.js';
import { OwnCalls } from './record/own-calls.js';
import { RecordedSignal } from './record/recorded-signal.js';
import { Recorder } from './record/recorder.js';
import { SentCalls } from './record/sent-calls.js';
import { Recovery } from './recover/recovery.js';
import { Anchors } from './seal/anchors.js';
import { openSigner } from './seal/open-signer.js';
import { SealPass } from './seal/seal-pass.js';
import { Sealer } from './seal/sealer.js';
import { SealInterceptor } from './seal.interceptor.js';
import { LogWatch } from './verify/log-watch.js';

/** `Settlement` comes from the roof, which binds it to metering's own. */
@Module({
  providers: [
    { provide: CheckpointSigner, useFactory: openSigner, inject: [Config, InstanceSecrets] },
    RecordedSignal,
    Recorder,
    OwnCalls,
    EndUserIndex,
    SentCalls,
    BackgroundRecords,
    Corrections,
    SealInterceptor,
    SealPass,
    RemoteAnchors,
    Anchors,
    Sealer,
    Recovery,
    LogWatch,
  ],
  exports: [
    BackgroundRecords,
    Corrections,
    SealInterceptor,
    SentCalls,
    Recorder,
    RemoteAnchors,
    Anchors,
    Sealer,
    Recovery,
    CheckpointSigner,
    LogWatch,
  ],
})
export class AuditModule {}
