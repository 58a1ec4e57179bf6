--[[
  Accounts: strings granted,reserved,consumed,epoch,gen,n,u,overage_left,uncapped under
  ql:{b}:a:<tenant>:<level>:<scope>:<meter>:<period>; `overage_left` is empty if overage is off, `uncapped` is 0 or 1. In the
  place of one that was dropped there is `dropped,<epoch>` for a while.
]]
--- @include "amount"

-- Where a key of a tenant goes on after the tenant's id: the same place in all its keys.
local function afterTenant(key)
  return select(2, string.find(key, '^ql:{%d+}:%l:[^:]+:')) + 1
end

-- What of the key names the account within its tenant: <level>:<scope>:<meter>:<period>.
local function accountName(key)
  return string.sub(key, afterTenant(key))
end

-- No life has so high a number: beyond half of what a number can hold, a seed could not be told from it any more.
local MAX_EPOCH = 4503599627370496

-- The account that the text tells, or nil if there is none or it does not read as one, so that it is seeded anew.
local function parseAccount(line)
  if not line then
    return nil
  end
  local granted, reserved, consumed, epoch, gen, n, u, overageLeft, uncapped = string.match(line,
    '^(%-?%d+),(%-?%d+),(%-?%d+),(%-?%d+),(%-?%d+),(%-?%d+),(%-?%d+),(%-?%d*),([01])$')
  if not granted then
    return nil
  end
  local account = {
    granted = tonumber(granted), reserved = tonumber(reserved), consumed = tonumber(consumed),
    epoch = tonumber(epoch), gen = tonumber(gen), n = tonumber(n), u = tonumber(u),
    overageLeft = tonumber(overageLeft), uncapped = uncapped == '1'
  }
  local left = account.overageLeft or 0
  local largest = math.max(account.granted, account.reserved, account.consumed, left,
    -account.granted, -account.reserved, -account.consumed, -left, -account.epoch,
    account.gen, account.n, account.u, -account.gen, -account.n, -account.u)
  if outOfRange(largest) or account.epoch > MAX_EPOCH or overageLeft == '-' then
    return nil
  end
  return account
end

local function accountLine(account)
  return string.format('%d,%d,%d,%d,%d,%d,%d,%s,%s',
    account.granted, account.reserved, account.consumed, account.epoch, account.gen, account.n, account.u,
    account.overageLeft and text(account.overageLeft) or '', account.uncapped and '1' or '0')
end

-- The text under a key; nil if there is none, or something else than text.
local function readLine(key)
  local line = redis.pcall('GET', key)
  return type(line) == 'string' and line or nil
end

local function readAccount(key)
  return parseAccount(readLine(key))
end

-- Writes what has changed, and says it; the time at which the account leaves stays.
local function writeAccount(key, account)
  local line = accountLine(account)
  redis.call('SET', key, line, 'KEEPTTL')
  return line
end

-- The epoch of the last life that was dropped, if the text is a note of it, else nil.
local function droppedEpoch(line)
  return whole(line and string.match(line, '^dropped,(%-?%d+)$'))
end

-- A point in the life of an account: epoch,gen,n,u,granted,reserved,consumed,uncapped (0 or 1).
local function pointOf(account)
  return table.concat({
    text(account.epoch), text(account.gen), text(account.n), text(account.u),
    text(account.granted), text(account.reserved), text(account.consumed), account.uncapped and '1' or '0'
  }, ',')
end

-- What an event says of an account it changed: period,epoch,generation; the period alone if the account is absent.
local function stampOf(name, account)
  local period = string.match(name, '^%l:[^:]+:[^:]+:(.+)$')
  if not account then
    return period
  end
  return period .. ',' .. text(account.epoch) .. ',' .. text(account.gen)
end
