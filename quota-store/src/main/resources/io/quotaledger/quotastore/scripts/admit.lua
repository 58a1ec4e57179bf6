--[[
  Admits calls of one tenant, one after the other: holds the amounts of a call on every account of its path, or on none.
  Only `admitted` changes accounts, receipt and rate limits. `exhausted` and `overage_exhausted` note the account that
  refused, so that it can be compared with the ledger.

  KEYS: 2 + those of each call
    outbox of the bucket
    accounts of the bucket that refused, a set of <tenant>:<name>
    per call:
      receipt of the reservation
      state of each rate limit
      each account of the path: one key, or if it has periods, the key of each of them

  ARGV: 2 + those of each call
    time in epoch ms; empty: Redis time
    most entries of the outbox
    per call:
      life of the receipt in ms
      digest of the request
      event
      number of rate limits
      number of accounts of the path
      per rate limit: permits, window in ms
      per account: amount, number of periods, and per period: first ms in force, first ms after

  Replies with a list of one result a call.

  Results, in order of precedence:
    id_reused           the reservation id was used for a request with another digest
    duplicate           state, holds, overage (0 or 1) of the receipt
    outbox_full         the outbox has that many entries: events do not reach Kafka
    outside_periods     time; the time is in no period of an account
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

local now = currentTime(ARGV[1])
local nameAt = afterTenant(KEYS[3])

-- The call whose keys and arguments begin there, and where the next one's do.
local function readCall(key, arg)
  local call = { receipt = KEYS[key], life = ARGV[arg], digest = ARGV[arg + 1], event = ARGV[arg + 2] }
  local rates, path = {}, {}
  local rateCount, pathCount = tonumber(ARGV[arg + 3]), tonumber(ARGV[arg + 4])
  key, arg = key + 1, arg + 5
  for i = 1, rateCount do
    rates[i] = { key = KEYS[key], permits = tonumber(ARGV[arg]), window = tonumber(ARGV[arg + 1]) }
    key, arg = key + 1, arg + 2
  end
  for i = 1, pathCount do
    local amount, periods = tonumber(ARGV[arg]), tonumber(ARGV[arg + 1])
    local chosen = periods == 0 and KEYS[key] or nil
    for p = 0, periods - 1 do
      if tonumber(ARGV[arg + 2 + 2 * p]) <= now and now < tonumber(ARGV[arg + 3 + 2 * p]) then
        chosen = KEYS[key + p]
      end
    end
    path[i] = { key = chosen, amount = amount }
    key, arg = key + math.max(1, periods), arg + 2 + 2 * periods
  end
  call.rates, call.path = rates, path
  return call, key, arg
end

-- All calls are read before one is decided: what cannot be read changes nothing.
local calls, key, arg = {}, 3, 3
repeat
  calls[#calls + 1], key, arg = readCall(key, arg)
until key > #KEYS

-- What is under the keys of the calls, as the calls before have left it; accounts are written when all are decided.
local texts, accounts, changed = {}, {}, {}
for i, line in ipairs(redis.call('MGET', unpack(KEYS, 3))) do
  texts[KEYS[i + 2]] = line
end
local room = tonumber(ARGV[2]) - redis.call('XLEN', KEYS[1])

-- The account under a key, with its name and stamp; nil if there is none.
local function accountAt(key)
  if accounts[key] == nil then
    local account = parseAccount(texts[key]) or false
    if account then
      account.name = string.sub(key, nameAt)
      account.stamp = stampOf(account.name, account)
    end
    accounts[key] = account
  end
  return accounts[key] or nil
end

-- Notes an account that refused, unless too many are noted already. A repeat costs one command. An account that cannot
-- be noted, say for want of memory, is refused all the same.
local function touch(key)
  local name = string.match(key, ':a:(.+)$')
  if redis.pcall('SADD', KEYS[2], name) == 1 and redis.call('SCARD', KEYS[2]) > MOST_TOUCHED then
    redis.call('SREM', KEYS[2], name)
  end
end

-- The answer from the receipt; nil if there is none.
local function answered(call)
  local receipt = parseReceipt(texts[call.receipt])
  if not receipt then
    return nil
  end
  if receipt.digest ~= '' and receipt.digest ~= call.digest then
    return { 'id_reused' }
  end
  return { 'duplicate', receipt.state, receipt.holds, receipt.overage }
end

-- Why no path would do; nil if it may be tried. Notes what each rate limit would owe.
local function refused(call)
  if room < 1 then
    return { 'outbox_full' }
  end
  for _, leg in ipairs(call.path) do
    if not leg.key then
      return { 'outside_periods', text(now) }
    end
  end
  for i, rate in ipairs(call.rates) do
    local debt, wait = tryRate(texts[rate.key], now, rate.permits, rate.window)
    if wait > 0 then
      return { 'rate_limited', text(i - 1), text(wait) }
    end
    rate.debt = debt
  end
  local unseeded
  for _, leg in ipairs(call.path) do
    leg.account = accountAt(leg.key)
    if not leg.account then
      unseeded = unseeded or { 'unseeded' }
      unseeded[#unseeded + 1] = string.sub(leg.key, nameAt)
    end
  end
  return unseeded
end

-- Why an account cannot hold its amount; nil if it can, and whether it does so in overage.
local function lacking(leg, number)
  local account, amount = leg.account, leg.amount
  local used = account.reserved + account.consumed
  local available = account.granted - used
  if outOfRange(used) or outOfRange(available) then
    return { 'out_of_range', account.name }
  end
  local inOverage = false
  if amount > available and not account.uncapped then
    if amount > 0 and amount - available > (account.overageLeft or 0) then
      touch(leg.key)
      local code = account.overageLeft and 'overage_exhausted' or 'exhausted'
      return { code, text(number), account.name, text(now), accountLine(account) }
    end
    inOverage = account.overageLeft ~= nil
  end
  if outOfRange(used + amount) then
    return { 'out_of_range', account.name }
  end
  return nil, inOverage
end

-- Holds on all accounts; the outbox first: if Redis refuses it, which it does at the first write only, nothing has
-- changed.
local function hold(call, overage)
  local stamps, holds = {}, {}
  for i, leg in ipairs(call.path) do
    stamps[i] = leg.account.stamp
    holds[i] = leg.account.name .. ',' .. text(leg.amount)
  end
  stamps = table.concat(stamps, ';')
  local time, id = text(now)
  if overage == '1' then
    id = redis.call('XADD', KEYS[1], '*', 'e', call.event, 't', time, 's', stamps, 'o', '1')
  else
    id = redis.call('XADD', KEYS[1], '*', 'e', call.event, 't', time, 's', stamps)
  end
  room = room - 1
  for _, rate in ipairs(call.rates) do
    texts[rate.key] = writeRate(rate.key, now, rate.permits, rate.debt)
  end
  local admitted = { 'admitted', id, time, stamps, overage }
  for i, leg in ipairs(call.path) do
    local account = leg.account
    account.reserved = account.reserved + leg.amount
    account.n = account.n + 1
    changed[leg.key] = accountLine(account)
    admitted[5 + i] = changed[leg.key]
  end
  texts[call.receipt] = writeReceipt(call.receipt, {
    state = 'HELD', overage = overage, life = call.life, holds = table.concat(holds, ';'), digest = call.digest
  })
  return admitted
end

local function admit(call)
  local no = answered(call) or refused(call)
  local overage = '0'
  for i, leg in ipairs(call.path) do
    if no then
      return no
    end
    local inOverage
    no, inOverage = lacking(leg, i - 1)
    if inOverage then
      overage = '1'
    end
  end
  return no or hold(call, overage)
end

local results = {}
for i, call in ipairs(calls) do
  results[i] = admit(call)
end
for key, line in pairs(changed) do
  redis.call('SET', key, line, 'KEEPTTL')
end
return results
