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
local line = readLine(KEYS[1])
local account = parseAccount(line)
local isKnown = account and pointOf(account) == ARGV[3] or not account and (droppedEpoch(line) or epoch) <= epoch
if not isKnown then
  return { 'changed' }
end

-- Writes from here on, the outbox first: if Redis refuses it, nothing has changed.
local id = redis.call('XADD', KEYS[2], '*', 'e', ARGV[2], 't', text(now), 'c', ARGV[3])
redis.call('SET', KEYS[1], 'dropped,' .. text(epoch), 'PX', ARGV[4])
return { 'dropped', id, text(now), ARGV[3] }
