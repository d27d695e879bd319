import { Module } from '@nestjs/common';
import { ContentKeys } from './keys/content-keys.js';
import { ContentQueue } from './keep/content-queue.js';
import { ContentStore } from './keep/content-store.js';
import { ContentSweep } from './keep/content-sweep.js';
import { KeepInterceptor } from './keep/keep.interceptor.js';

@Module({
  providers: [ContentKeys, ContentStore, ContentQueue, ContentSweep, KeepInterceptor],
  exports: [ContentStore, ContentQueue, ContentSweep, KeepInterceptor],
})
export class ContentModule {}
