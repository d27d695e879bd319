import { Module } from '@nestjs/common';
import { CacheInterceptor } from './cache/cache.interceptor.js';
import { CacheKeys } from './cache/cache-keys.js';
import { CacheReplay } from './cache/cache-replay.js';
import { CacheStore } from './cache/cache-store.js';
import { ResponseCache } from './cache/response-cache.js';
import { ContentKeys } from './keys/content-keys.js';
import { ContentQueue } from './keep/content-queue.js';
import { ContentStore } from './keep/content-store.js';
import { ContentSweep } from './keep/content-sweep.js';
import { KeepInterceptor } from './keep/keep.interceptor.js';

@Module({
  providers: [
    ContentKeys,
    ContentStore,
    ContentQueue,
    ContentSweep,
    KeepInterceptor,
    CacheKeys,
    CacheStore,
    ResponseCache,
    CacheInterceptor,
    CacheReplay,
  ],
  exports: [
    ContentKeys,
    ContentStore,
    ContentQueue,
    ContentSweep,
    KeepInterceptor,
    ResponseCache,
    CacheInterceptor,
    CacheReplay,
  ],
})
export class ContentModule {}
