import { redisScript } from '#platform';
import { STEP_ANSWERS_MAX } from '../limits.js';

const DAY_MS = 24 * 3_600_000;
/** Longer than any answer is kept: what nobody writes to any more goes by itself. */
const INDEX_MS = 8 * DAY_MS;
/** Of the server's memory, where that is bounded: counters lie there, too, and come first. */
const MEMORY_SHARE_MAX = 0.75;

/**
 * Answers of one organisation under one key, as programs that run whole or not at all. All keys have one hash tag:
 *
 * `KEYS[1]` sorted by when they were last given, `KEYS[2]` by when they were stored, `KEYS[3]` by when they expire;
 * `KEYS[4]` the bytes of each, and `total`. `KEYS[5]` begins the names of the answers themselves, which expire by themselves.
 */
const COMMON = `
local used, stored, expires, sizes, place = unpack(KEYS)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- In microseconds, so that no two programs give one at the same time; a double carries them exactly.
local given = time[1] * 1000000 + time[2]

local function drop(members)
  for _, member in ipairs(members) do
    redis.call('UNLINK', place .. member)
    local size = redis.call('HGET', sizes, member)
    if size then redis.call('HINCRBY', sizes, 'total', -size) end
    redis.call('HDEL', sizes, member)
    for _, index in ipairs({ used, stored, expires }) do redis.call('ZREM', index, member) end
  end
  return #members
end

local function expired()
  return redis.call('ZRANGEBYSCORE', expires, '-inf', now, 'LIMIT', 0, ${STEP_ANSWERS_MAX})
end

local function total()
  return tonumber(redis.call('HGET', sizes, 'total') or '0')
end
`;

/** `ARGV`: its name. @returns its bytes, or nothing */
export const FIND = redisScript(`${COMMON}
local found = redis.call('GET', place .. ARGV[1])
if found then redis.call('ZADD', used, 'XX', given, ARGV[1]) end
return found`);

/**
 * `ARGV`: its name, its bytes, for how many milliseconds, when it was stored, how many bytes there may be in all.
 * @returns 1, or 0 where the server has too little memory left
 */
export const PUT = redisScript(`${COMMON}
local name, bytes, ttl, stored_at, most = unpack(ARGV)
local memory = redis.call('INFO', 'memory')
local bound = tonumber(string.match(memory, 'maxmemory:(%d+)') or '0')
local taken = tonumber(string.match(memory, 'used_memory:(%d+)') or '0')
drop({ name })
drop(expired())
if bound > 0 and taken + #bytes > bound * ${MEMORY_SHARE_MAX} then return 0 end
redis.call('SET', place .. name, bytes, 'PX', ttl)
redis.call('ZADD', used, given, name)
redis.call('ZADD', stored, stored_at, name)
redis.call('ZADD', expires, now + ttl, name)
redis.call('HSET', sizes, name, #bytes)
redis.call('HINCRBY', sizes, 'total', #bytes)
for _ = 1, ${STEP_ANSWERS_MAX} do
  if total() <= tonumber(most) then break end
  drop(redis.call('ZRANGE', used, 0, 0))
end
for _, index in ipairs({ used, stored, expires, sizes }) do redis.call('PEXPIRE', index, ${INDEX_MS}) end
return 1`);

/** @returns how many there are, and their bytes */
export const SIZE = redisScript(`${COMMON}
drop(expired())
return { redis.call('ZCARD', used), total() }`);

/** Some of those that are older. `ARGV`: since when they may be there. @returns how many went */
export const TRIM = redisScript(`${COMMON}
local old = redis.call('ZRANGEBYSCORE', stored, '-inf', '(' .. ARGV[1], 'LIMIT', 0, ${STEP_ANSWERS_MAX})
return drop(old) + drop(expired())`);

/** `ARGV`: names, `STEP_ANSWERS_MAX` of them at most. */
export const DROP = redisScript(`${COMMON}
return drop(ARGV)`);

/** Some of all. @returns how many went; with none the rest is gone, too */
export const DRAIN = redisScript(`${COMMON}
local some = redis.call('ZRANGE', used, 0, ${STEP_ANSWERS_MAX - 1})
if #some == 0 then redis.call('UNLINK', used, stored, expires, sizes) end
return drop(some)`);

/** Where what is in the place of an index is none. */
export const RESET = redisScript(`return redis.call('UNLINK', unpack(KEYS))`);

/** Tags under which answers may lie. */
export const ADD_TAG = redisScript(`return redis.call('SADD', KEYS[1], ARGV[1])`);
export const REMOVE_TAG = redisScript(`return redis.call('SREM', KEYS[1], ARGV[1])`);
export const LIST_TAGS = redisScript(`return redis.call('SMEMBERS', KEYS[1])`);
