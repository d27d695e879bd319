import { redisScript } from '#platform';
import { SLOT_MS, SLOTS } from '../rate-window.js';

const UUID = `^${[8, 4, 4, 4, 12].map((digits) => '%x'.repeat(digits)).join('%-')}$`; // A pattern of Lua.

/**
 * Counters, holds and windows of one organisation, as programs that run whole or not at all.
 *
 * `KEYS[1]` is its state, a hash: `generation` and `run`, `u:<counter>` spent and held together,
 * `h:<counter>` held, `c:<call>` a hold as `<nano> <since ms> <counters>`. Amounts are decimal texts and
 * are added by the server in 64 bits, never as the floating-point numbers of Lua.
 *
 * A state is good only on the server process and in the line of writes that it was written in (`run`):
 * one that was restored from a file, or copied from another server, may lack what was written last. A
 * server that is resynchronised goes on as the same process, but under another id of replication.
 */
const COMMON = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state = KEYS[1]

local function run_now()
  local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
  return run .. ' ' .. string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
end

local function is_known()
  local kept = redis.call('HMGET', state, 'generation', 'run')
  local is_id = kept[1] and string.match(kept[1], '${UUID}')
  return is_id and kept[2] == run_now(), kept[1] or ''
end

-- What 64 bits hold, as the server writes it. Lua itself would take '1.5', '0x1' and 'nan' for numbers.
local function amount(text)
  local digits = string.match(text, '^-?([1-9]%d*)$')
  local fits = digits and (#digits < 19 or (#digits == 19 and digits <= '9223372036854775807'))
  if fits or text == '0' then return text end
  error('no amount')
end

-- Of two amounts that are not negative. The sign is always right, and the difference as long as it is
-- below 2^53.
local function minus(a, b)
  local function halves(text)
    if #text <= 15 then return 0, tonumber(text) end
    return tonumber(string.sub(text, 1, -16)), tonumber(string.sub(text, -15))
  end
  local a_high, a_low = halves(a)
  local b_high, b_low = halves(b)
  return (a_high - b_high) * 1e15 + (a_low - b_low)
end

local function used(counter)
  local text = amount(redis.call('HGET', state, 'u:' .. counter) or '0')
  return string.sub(text, 1, 1) == '-' and '0' or text
end

local function add(field, amount)
  if amount ~= '0' then redis.call('HINCRBY', state, field, amount) end
end

local function negative(amount)
  if string.sub(amount, 1, 1) == '-' then return string.sub(amount, 2) end
  return amount == '0' and '0' or '-' .. amount
end
`;

const SLOT_COUNT = String(SLOTS);
const AMOUNT_MAX = '9000000000000000000'; // Nano: nine billion of a currency, below 2^63.

/**
 * `ARGV[1]`: JSON of an `Asked`. Answers `[status, now, generation, slot, used[], requests[], tokens[]]`,
 * where the status is `admitted`, `full`, `late` (this came after it was given up), `unknown` (the
 * counters have to be made anew first) or `missing` (those that follow have to be loaded first).
 */
export const ADMIT = redisScript(`${COMMON}
local ask = cjson.decode(ARGV[1])
local known, generation = is_known()
if not known then return {'unknown', now, generation} end
if now > ask.until_ms then return {'late', now, generation} end

local missing = {}
for _, counter in ipairs(ask.counters) do
  if redis.call('HEXISTS', state, 'u:' .. counter[1]) == 0 then missing[#missing + 1] = counter[1] end
end
if #missing > 0 then return {'missing', now, generation, missing} end

local slot = math.floor(now / ${SLOT_MS})
local fits = true
local used_before, added = {}, {}
for place, counter in ipairs(ask.counters) do
  local before = used(counter[1])
  used_before[place] = before
  -- A sum that 64 bits do not hold is beyond every limit.
  if minus('${AMOUNT_MAX}', before) < tonumber(counter[2]) then
    fits = false
  else
    add('u:' .. counter[1], counter[2])
    added[#added + 1] = counter
    if counter[3] ~= '' and minus(counter[3], used(counter[1])) < 0 then fits = false end
  end
end

local requests, tokens, windows = {}, {}, {}
for place, window in ipairs(ask.windows) do
  local key = KEYS[place + 1]
  local fields = {}
  for back = ${SLOT_COUNT} - 1, 0, -1 do
    fields[#fields + 1] = 'r' .. (slot - back)
    fields[#fields + 1] = 't' .. (slot - back)
  end
  local kept = redis.call('HMGET', key, unpack(fields))
  local view = {r = {}, t = {}, r_sum = 0, t_sum = 0}
  for n = 1, ${SLOT_COUNT} do
    view.r[n] = tonumber(amount(kept[2 * n - 1] or '0'))
    view.t[n] = tonumber(amount(kept[2 * n] or '0'))
  end
  for _, correction in ipairs(ask.corrections) do
    local n = correction[2] - slot + ${SLOT_COUNT}
    if correction[1] == place and n >= 1 and n <= ${SLOT_COUNT} then
      view.t[n] = math.max(0, view.t[n] + correction[3])
      redis.call('HSET', key, 't' .. correction[2], string.format('%.0f', view.t[n]))
    end
  end
  for n = 1, ${SLOT_COUNT} do
    view.r_sum = view.r_sum + view.r[n]
    view.t_sum = view.t_sum + view.t[n]
    requests[#requests + 1] = view.r[n]
    tokens[#tokens + 1] = view.t[n]
  end
  windows[place] = view
  if window[2] >= 0 and view.r_sum + window[1] > window[2] then fits = false end
  if window[4] >= 0 and view.t_sum + window[3] > window[4] then fits = false end
end
if not fits then
  for _, counter in ipairs(added) do add('u:' .. counter[1], negative(counter[2])) end
  return {'full', now, generation, slot, used_before, requests, tokens}
end

for _, counter in ipairs(ask.counters) do add('h:' .. counter[1], counter[2]) end
for place, window in ipairs(ask.windows) do
  local key, view = KEYS[place + 1], windows[place]
  if window[1] > 0 then
    redis.call('HSET', key, 'r' .. slot, string.format('%.0f', view.r[${SLOT_COUNT}] + window[1]),
      't' .. slot, string.format('%.0f', view.t[${SLOT_COUNT}] + window[3]))
    redis.call('HDEL', key, 'r' .. (slot - ${SLOT_COUNT}), 't' .. (slot - ${SLOT_COUNT}))
    redis.call('PEXPIRE', key, ${SLOT_MS * (SLOTS + 1)})
  end
end
for _, hold in ipairs(ask.holds) do
  redis.call('HSET', state, 'c:' .. hold[1], hold[2] .. ' ' .. string.format('%.0f', now) .. ' ' .. hold[3])
end
return {'admitted', now, generation, slot, used_before, requests, tokens}`);

/**
 * Counters that no open call stands on, as the database has them: `ARGV` is the generation, then pairs of
 * key and amount. One that is there by now is left as it is.
 */
export const LOAD = redisScript(`${COMMON}
local known, generation = is_known()
if not known or generation ~= ARGV[1] then return 'other' end
for place = 2, #ARGV, 2 do redis.call('HSETNX', state, 'u:' .. ARGV[place], ARGV[place + 1]) end
return 'loaded'`);

/** `ARGV`: id and cost of each call. A hold that is not there was settled, or never was. */
export const SETTLE = redisScript(`${COMMON}
for place = 1, #ARGV, 2 do
  local field = 'c:' .. ARGV[place]
  local hold = redis.call('HGET', state, field)
  if hold then
    local nano, counters = string.match(hold, '^(%d+) %d+ ?(.*)$')
    for counter in string.gmatch(counters, '%S+') do
      add('h:' .. counter, negative(nano))
      add('u:' .. counter, negative(nano))
      add('u:' .. counter, ARGV[place + 1])
    end
    redis.call('HDEL', state, field)
  end
end
return 'settled'`);

/** `ARGV[1]`: JSON of call, wanted and least nano, counters with their limits. Answers what was added. */
export const TOP_UP = redisScript(`${COMMON}
local ask = cjson.decode(ARGV[1])
local known, generation = is_known()
if not known then return {'unknown', now, generation} end
if now > ask.until_ms then return {'late', now, generation} end
local hold = redis.call('HGET', state, 'c:' .. ask.call)
if not hold then return {'grown', now, generation, '0'} end
local room = tonumber(ask.nano)
for _, counter in ipairs(ask.counters) do
  if counter[2] ~= '' then room = math.min(room, minus(counter[2], used(counter[1]))) end
end
if room < tonumber(ask.least) then return {'grown', now, generation, '0'} end
local grown = string.format('%.0f', room)
local nano, rest = string.match(hold, '^(%d+)( .*)$')
for _, counter in ipairs(ask.counters) do
  add('u:' .. counter[1], grown)
  add('h:' .. counter[1], grown)
end
redis.call('HSET', state, 'c:' .. ask.call, string.format('%.0f', tonumber(nano) + room) .. rest)
return {'grown', now, generation, grown}`);

/** What the call `ARGV[1]` holds; nothing where it holds none, or the state has to be made anew. */
export const HOLD_OF = redisScript(`${COMMON}
if not is_known() then return false end
local hold = redis.call('HGET', state, 'c:' .. ARGV[1])
return hold and amount(string.match(hold, '^(%d+) ') or '')`);

/** Takes them as lost: any type can be deleted. */
export const DISCARD = redisScript(`return redis.call('DEL', unpack(KEYS))`);

/** What the fields of `ARGV` hold, in their order; nothing for those that there are not. */
export const USED = redisScript(`return redis.call('HMGET', KEYS[1], unpack(ARGV))`);

/**
 * Writes a state as the database has it. `ARGV[1]`: JSON of a `Snapshot` with the generation that this
 * one takes the place of; another one in its stead, and nothing is written.
 */
export const RESTORE = redisScript(`${COMMON}
local made = cjson.decode(ARGV[1])
local kept = redis.call('HGET', state, 'generation') or ''
if kept ~= made.replaces then return 'other' end
redis.call('DEL', state)
redis.call('HSET', state, 'generation', made.generation, 'run', run_now())
for _, counter in ipairs(made.counters) do
  redis.call('HSET', state, 'u:' .. counter[1], counter[2])
end
for _, hold in ipairs(made.holds) do
  for counter in string.gmatch(hold[3], '%S+') do
    add('u:' .. counter, hold[2])
    add('h:' .. counter, hold[2])
  end
  redis.call('HSET', state, 'c:' .. hold[1],
    hold[2] .. ' ' .. string.format('%.0f', now - hold[4]) .. ' ' .. hold[3])
end
for place, window in ipairs(made.windows) do
  local key = KEYS[place + 1]
  redis.call('DEL', key)
  for _, use in ipairs(window) do
    local slot = math.floor((now - use[1]) / ${SLOT_MS})
    redis.call('HINCRBY', key, 'r' .. slot, 1)
    redis.call('HINCRBY', key, 't' .. slot, use[2])
  end
  redis.call('PEXPIRE', key, ${SLOT_MS * (SLOTS + 1)})
end
return 'restored'`);

/** Answers `[generation, is good, now, field, value, ...]`: all of a state, at one moment. */
export const READ = redisScript(`${COMMON}
local known, generation = is_known()
local answer = {generation, known and 1 or 0, now}
for _, text in ipairs(redis.call('HGETALL', state)) do answer[#answer + 1] = text end
return answer`);
