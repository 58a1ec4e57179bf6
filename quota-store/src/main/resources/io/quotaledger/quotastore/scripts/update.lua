--[[
  Changes an account by the ledger's correction, if it is the next one of the account's life.

  KEYS: 1
    account

  ARGV:
    epoch
    number of the update in the epoch, from 1
    change of granted
    change of reserved
    change of consumed
    uncapped (0 or 1); empty: unchanged

  Results, in order of precedence:
    absent         Redis does not hold the account
    ignored        epoch, number of the last update: of another life, or applied before
    gap            epoch, number of the last update: one before this is missing
    out_of_range   name of the account, whose sums leave 2^53 - 1
    applied
]]
--- @include "includes/account"

local account = readAccount(KEYS[1])
if not account then
  return { 'absent' }
end
local number = tonumber(ARGV[2])
if account.epoch ~= tonumber(ARGV[1]) or number <= account.u then
  return { 'ignored', text(account.epoch), text(account.u) }
end
if number ~= account.u + 1 then
  return { 'gap', text(account.epoch), text(account.u) }
end
account.granted = account.granted + tonumber(ARGV[3])
account.reserved = account.reserved + tonumber(ARGV[4])
account.consumed = account.consumed + tonumber(ARGV[5])
if outOfRange(account.granted) or outOfRange(account.reserved) or outOfRange(account.consumed) then
  return { 'out_of_range', accountName(KEYS[1]) }
end
if ARGV[6] ~= '' then
  account.uncapped = ARGV[6] == '1'
end
account.u = number
writeAccount(KEYS[1], account)
return { 'applied' }
