import { Module } from '@nestjs/common';
import { Clock } from '#kernel';
import { Config, Database, RedisLink } from '#platform';
import { CacheInterceptor } from './cache/cache.interceptor.js';
import { CacheKeys } from './cache/cache-keys.js';
import { CacheReplay } from './cache/cache-replay.js';
import { CacheStore } from './cache/cache-store.js';
import { ResponseCache } from './cache/response-cache.js';
import { AnswerStore } from './cache/store/answer-store.js';
import { PostgresAnswerStore } from './cache/store/postgres-answer-store.js';
import { RedisAnswerStore } from './cache/store/redis-answer-store.js';
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
    PostgresAnswerStore,
    {
      provide: AnswerStore,
      inject: [Config, RedisLink, Database, PostgresAnswerStore, CacheKeys, Clock],
      useFactory: answerStoreOf,
    },
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

/** In Redis where there is one, unless its memory is wanted for the counters alone. */
function answerStoreOf(
  { cachesInRedis }: Config,
  redis: RedisLink | null,
  database: Database,
  rows: PostgresAnswerStore,
  keys: CacheKeys,
  clock: Clock,
): AnswerStore {
  return redis && cachesInRedis ? new RedisAnswerStore(redis, database, rows, keys, clock) : rows;
}
