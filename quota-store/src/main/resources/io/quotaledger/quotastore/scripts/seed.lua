--[[
  Starts a new life of an account, if Redis does not hold it or holds an earlier life, and has not dropped this one.

  KEYS: 1
    account

  ARGV:
    epoch
    granted
    reserved
    consumed
    overage_left; empty: overage is off
    uncapped (0 or 1)
    time in epoch ms at which Redis may drop the account; empty: never

  Results, in order of precedence:
    ignored   epoch that Redis holds or dropped, equal or later
    applied
]]
--- @include "includes/account"

local held = readAccount(KEYS[1])
local last = held and held.epoch or droppedEpoch(KEYS[1])
if last and last >= tonumber(ARGV[1]) then
  return { 'ignored', text(last) }
end

redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1],
  'granted', ARGV[2], 'reserved', ARGV[3], 'consumed', ARGV[4], 'overage_left', ARGV[5], 'uncapped', ARGV[6],
  'epoch', ARGV[1], 'gen', '0', 'n', '0', 'u', '0')
if ARGV[7] ~= '' then
  redis.call('PEXPIREAT', KEYS[1], ARGV[7])
end
return { 'applied' }
