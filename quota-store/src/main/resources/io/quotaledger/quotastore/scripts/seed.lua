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

local line = readLine(KEYS[1])
local held = parseAccount(line)
local last = held and held.epoch or droppedEpoch(line)
if last and last >= tonumber(ARGV[1]) then
  return { 'ignored', text(last) }
end

local life = { ARGV[2], ARGV[3], ARGV[4], ARGV[1], '0', '0', '0', ARGV[5], ARGV[6] }
redis.call('SET', KEYS[1], table.concat(life, ','), unpack(ARGV[7] ~= '' and { 'PXAT', ARGV[7] } or {}))
return { 'applied' }
