--[[
  Drops an account that is exactly as the caller knows it, or gone already, and appends what it held to the outbox: the
  end of its life. An account to which anything happened that the caller does not know stays.

  A note of the life stays for a while in its place, so that no seed that comes again brings the account back.

  KEYS: 2
    account
    outbox of the bucket

  ARGV:
    time in epoch ms; empty: Redis time
    event
    point that the caller knows
    life of the note in ms

  Results, in order of precedence:
    changed   the account is at another point, or a later life of it was dropped
    dropped   id of the outbox entry, time, point
]]
--- @include "includes/time"
--- @include "includes/account"

local now = currentTime(ARGV[1])
local epoch = tonumber(string.match(ARGV[3], '^%-?%d+'))
local account = readAccount(KEYS[1])
local isKnown = account and pointOf(account) == ARGV[3] or not account and (droppedEpoch(KEYS[1]) or epoch) <= epoch
if not isKnown then
  return { 'changed' }
end

-- Writes from here on, the outbox first: if Redis refuses it, nothing has changed.
local id = redis.call('XADD', KEYS[2], '*', 'e', ARGV[2], 't', text(now), 'c', ARGV[3])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'dropped', text(epoch))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return { 'dropped', id, text(now), ARGV[3] }
