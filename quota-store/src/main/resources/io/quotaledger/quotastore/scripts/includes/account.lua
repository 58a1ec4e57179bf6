--[[
  Accounts: hashes under ql:{b}:a:<tenant>:<level>:<scope>:<meter>:<period>. In the place of one that was dropped there is
  a hash with the field `dropped` alone for a while; it does not read as an account.
]]
--- @include "amount"

-- What of the key names the account within its tenant: <level>:<scope>:<meter>:<period>.
local function accountName(key)
  return string.match(key, ':a:[^:]+:(.+)$')
end

-- No life has so high a number: beyond half of what a number can hold, a seed could not be told from it any more.
local MAX_EPOCH = 4503599627370496

-- The account, or nil if it is absent or does not read as one, so that it is seeded anew.
local function readAccount(key)
  local values = redis.pcall('HMGET', key,
    'granted', 'reserved', 'consumed', 'epoch', 'gen', 'n', 'u', 'overage_left', 'uncapped')
  if values.err then
    return nil
  end
  local numbers = {}
  for i = 1, 7 do
    numbers[i] = whole(values[i])
    if not numbers[i] then
      return nil
    end
  end
  if numbers[4] > MAX_EPOCH then
    return nil
  end
  local overageLeft = nil
  if values[8] and values[8] ~= '' then
    overageLeft = whole(values[8])
    if not overageLeft then
      return nil
    end
  end
  return {
    granted = numbers[1], reserved = numbers[2], consumed = numbers[3],
    epoch = numbers[4], gen = numbers[5], n = numbers[6], u = numbers[7],
    overageLeft = overageLeft, uncapped = values[9] == '1'
  }
end

-- The epoch of the last life that was dropped, if a note of it is in the account's place, else nil.
local function droppedEpoch(key)
  local dropped = redis.pcall('HGET', key, 'dropped')
  return type(dropped) == 'string' and whole(dropped) or nil
end

-- A point in the life of an account: epoch,gen,n,u,granted,reserved,consumed,uncapped (0 or 1).
local function pointOf(account)
  return table.concat({
    text(account.epoch), text(account.gen), text(account.n), text(account.u),
    text(account.granted), text(account.reserved), text(account.consumed), account.uncapped and '1' or '0'
  }, ',')
end

-- What an event says of an account it changed: period,epoch,generation; the period alone if the account is absent.
local function stampOf(key, account)
  local period = string.match(key, '[^:]+$')
  if not account then
    return period
  end
  return period .. ',' .. text(account.epoch) .. ',' .. text(account.gen)
end

-- Appends granted, reserved, consumed, overage_left, uncapped to a reply.
local function appendBalance(reply, account)
  local at = #reply
  reply[at + 1] = text(account.granted)
  reply[at + 2] = text(account.reserved)
  reply[at + 3] = text(account.consumed)
  reply[at + 4] = account.overageLeft and text(account.overageLeft) or ''
  reply[at + 5] = account.uncapped and '1' or '0'
end
