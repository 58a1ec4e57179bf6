--[[
  Holds an amount on every account of a path, or on none. Only `admitted` changes accounts, receipt and rate limits.
  `exhausted` and `overage_exhausted` note the account that refused, so that it can be compared with the ledger.

  KEYS: 3 + rate limits + candidates
    receipt of the reservation
    outbox of the bucket
    accounts of the bucket that refused, a set of <tenant>:<name>
    state of each rate limit
    candidates of each account of the path, in path order

  ARGV:
    time in epoch ms; empty: Redis time
    life of the receipt in ms
    digest of the request
    event
    most entries of the outbox
    number of rate limits
    number of accounts of the path
    per rate limit: permits, window in ms
    per account: amount, number of candidates, and per candidate: first ms in force, first ms after

  Results, in order of precedence:
    id_reused           the reservation id was used for a request with another digest
    duplicate           state, holds, overage (0 or 1) of the receipt
    outbox_full         the outbox has that many entries: events do not reach Kafka
    outside_periods     time; the time is in no candidate period of an account
    rate_limited        number of the rate limit from 0, ms to wait
    unseeded            names of the accounts that Redis does not hold
    out_of_range        name of an account whose sums leave 2^53 - 1
    exhausted           number of the account in the path from 0, name, time, account
    overage_exhausted   the same, for an account with an overage allowance
    admitted            id of the outbox entry, time, stamps, overage (0 or 1), each account as it is now

  An account is told by the text under its key.
]]
--- @include "includes/time"
--- @include "includes/account"
--- @include "includes/receipt"
--- @include "includes/rate"

local MOST_TOUCHED = 10000

-- Notes an account that refused, unless too many are noted already. A repeat costs one command. An account that cannot
-- be noted, say for want of memory, is refused all the same.
local function touch(key)
  local name = string.match(key, ':a:(.+)$')
  if redis.pcall('SADD', KEYS[3], name) == 1 and redis.call('SCARD', KEYS[3]) > MOST_TOUCHED then
    redis.call('SREM', KEYS[3], name)
  end
end

local now = currentTime(ARGV[1])
local rateCount, pathCount = tonumber(ARGV[6]), tonumber(ARGV[7])

-- All that it reads; KEYS[i] is texts[i - 2] from the fourth on.
local texts = redis.call('MGET', KEYS[1], unpack(KEYS, 4))
local receipt = parseReceipt(texts[1])
if receipt then
  if receipt.digest ~= '' and receipt.digest ~= ARGV[3] then
    return { 'id_reused' }
  end
  return { 'duplicate', receipt.state, receipt.holds, receipt.overage }
end

if redis.call('XLEN', KEYS[2]) >= tonumber(ARGV[5]) then
  return { 'outbox_full' }
end

local path, key, arg = {}, 4 + rateCount, 8 + 2 * rateCount
for i = 1, pathCount do
  local candidates = tonumber(ARGV[arg + 1])
  for c = 0, candidates - 1 do
    if tonumber(ARGV[arg + 2 + 2 * c]) <= now and now < tonumber(ARGV[arg + 3 + 2 * c]) then
      path[i] = { key = KEYS[key + c], line = texts[key + c - 2], amount = tonumber(ARGV[arg]) }
    end
  end
  if not path[i] then
    return { 'outside_periods', text(now) }
  end
  key, arg = key + candidates, arg + 2 + 2 * candidates
end

local debts = {}
for i = 1, rateCount do
  local debt, wait = tryRate(texts[1 + i], now, tonumber(ARGV[6 + 2 * i]), tonumber(ARGV[7 + 2 * i]))
  if wait > 0 then
    return { 'rate_limited', text(i - 1), text(wait) }
  end
  debts[i] = debt
end

local unseeded = { 'unseeded' }
for _, leg in ipairs(path) do
  leg.account = parseAccount(leg.line)
  if not leg.account then
    unseeded[#unseeded + 1] = accountName(leg.key)
  end
end
if #unseeded > 1 then
  return unseeded
end

local overage, stamps, holds = '0', {}, {}
for i, leg in ipairs(path) do
  local account = leg.account
  local used = account.reserved + account.consumed
  local available = account.granted - used
  if outOfRange(used) or outOfRange(available) then
    return { 'out_of_range', accountName(leg.key) }
  end
  if not account.uncapped and leg.amount > available then
    if leg.amount > 0 and leg.amount - available > (account.overageLeft or 0) then
      local code = account.overageLeft and 'overage_exhausted' or 'exhausted'
      touch(leg.key)
      return { code, text(i - 1), accountName(leg.key), text(now), leg.line }
    end
    if account.overageLeft then
      overage = '1'
    end
  end
  if outOfRange(used + leg.amount) then
    return { 'out_of_range', accountName(leg.key) }
  end
  stamps[i] = stampOf(leg.key, account)
  holds[i] = accountName(leg.key) .. ',' .. text(leg.amount)
end

-- It is admitted. Writes from here on, the outbox first: if Redis refuses it, nothing has changed.
stamps = table.concat(stamps, ';')
local entry = { 'e', ARGV[4], 't', text(now), 's', stamps }
if overage == '1' then
  entry[7], entry[8] = 'o', '1'
end
local admitted = { 'admitted', redis.call('XADD', KEYS[2], '*', unpack(entry)), text(now), stamps, overage }
for i = 1, rateCount do
  writeRate(KEYS[3 + i], now, tonumber(ARGV[6 + 2 * i]), debts[i])
end
for _, leg in ipairs(path) do
  local account = leg.account
  account.reserved = account.reserved + leg.amount
  account.n = account.n + 1
  admitted[#admitted + 1] = writeAccount(leg.key, account)
end
writeReceipt(KEYS[1], {
  state = 'HELD', overage = overage, life = ARGV[2], holds = table.concat(holds, ';'), digest = ARGV[3]
})
return admitted
