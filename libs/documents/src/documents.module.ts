import { availableParallelism } from 'node:os';
import { Module } from '@nestjs/common';
import { Clock } from '#kernel';
import { Config } from '#platform';
import { Cell } from './cell/cell.js';
import { Launcher } from './cell/launcher.js';
import { AnonymizeDispatcher } from './anonymize/anonymize.dispatcher.js';
import { DocumentsInterceptor } from './documents.interceptor.js';
import { DocumentJobs } from './jobs/document-jobs.js';
import { JobCell } from './jobs/job-cell.js';
import { JobRows } from './jobs/job-rows.js';
import { JobRunner } from './jobs/job-runner.js';
import { BlobStore } from './jobs/storage/blob-store.js';
import { FolderStore } from './jobs/storage/folder-store.js';
import { S3Store } from './jobs/storage/s3-store.js';
import { OcrDispatcher } from './ocr.dispatcher.js';

/** Half of the cores: the others answer calls. */
const processesMax = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

@Module({
  providers: [
    Launcher,
    {
      provide: Cell,
      useFactory: (launcher: Launcher, clock: Clock) =>
        new Cell({ processesMax: processesMax(), launcher, clock }),
      inject: [Launcher, Clock],
    },
    {
      provide: JobCell,
      useFactory: (launcher: Launcher, clock: Clock) =>
        new JobCell({ processesMax: processesMax(), launcher, clock, keepsWarm: false }),
      inject: [Launcher, Clock],
    },
    {
      provide: BlobStore,
      useFactory: ({ documents: { bucket, folder } }: Config) =>
        bucket ? new S3Store(bucket) : new FolderStore(folder),
      inject: [Config],
    },
    OcrDispatcher,
    AnonymizeDispatcher,
    DocumentsInterceptor,
    JobRows,
    DocumentJobs,
    JobRunner,
  ],
  exports: [
    AnonymizeDispatcher,
    Cell,
    DocumentJobs,
    DocumentsInterceptor,
    JobCell,
    JobRunner,
    OcrDispatcher,
  ],
})
export class DocumentsModule {}
