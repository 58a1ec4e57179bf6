--[[
  Marks a point in the life of an account: appends what the account holds to the outbox and ends its generation, so that
  executions from now on carry the next one.

  KEYS: 2
    account
    outbox of the bucket

  ARGV:
    time in epoch ms; empty: Redis time
    event

  Results, in order of precedence:
    absent         Redis does not hold the account
    checkpointed   id of the outbox entry, time, point
]]
--- @include "includes/time"
--- @include "includes/account"

local now = currentTime(ARGV[1])
local account = readAccount(KEYS[1])
if not account then
  return { 'absent' }
end
local point = pointOf(account)

-- Writes from here on, the outbox first: if Redis refuses it, nothing has changed.
local id = redis.call('XADD', KEYS[2], '*', 'e', ARGV[2], 't', text(now), 'c', point)
account.gen = account.gen + 1
writeAccount(KEYS[1], account)
return { 'checkpointed', id, text(now), point }
