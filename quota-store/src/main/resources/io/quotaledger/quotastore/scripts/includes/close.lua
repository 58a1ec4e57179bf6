--[[
  close(state, step): closes the reservation as `state` and changes every account the admission held on. An account has
  `step` arguments from ARGV[4] on: held and, if step is 2, consumed.
]]
--- @include "time"
--- @include "account"
--- @include "receipt"

local function close(state, step)
  local now = currentTime(ARGV[1])
  local texts = redis.call('MGET', KEYS[1], unpack(KEYS, 3))
  local receipt = parseReceipt(texts[1])
  if receipt and receipt.state ~= 'HELD' then
    return { 'already_closed', receipt.state }
  end

  local holds, stamps, changed, nameAt = {}, {}, {}, afterTenant(KEYS[1])
  for i = 1, #KEYS - 2 do
    local key, at = KEYS[2 + i], 4 + (i - 1) * step
    local held, consumed = tonumber(ARGV[at]), step == 2 and tonumber(ARGV[at + 1]) or 0
    local account = receipt and parseAccount(texts[1 + i])
    local name = string.sub(key, nameAt)
    holds[i] = name .. ',' .. text(held)
    stamps[i] = stampOf(name, account)
    if account then
      account.reserved = account.reserved - held
      account.consumed = account.consumed + consumed
      account.n = account.n + 1
      if outOfRange(account.reserved) or outOfRange(account.consumed) then
        return { 'out_of_range', name }
      end
      changed[key] = account
    end
  end
  holds = table.concat(holds, ';')
  if receipt and receipt.holds ~= holds then
    return { 'other_holds', receipt.holds }
  end

  -- Writes from here on, the outbox first: if Redis refuses it, nothing has changed.
  stamps = table.concat(stamps, ';')
  local id = redis.call('XADD', KEYS[2], '*', 'e', ARGV[2], 't', text(now), 's', stamps)
  for key, account in pairs(changed) do
    writeAccount(key, account)
  end
  local found = receipt and '1' or '0'
  receipt = receipt or { overage = '0', life = ARGV[3], holds = holds, digest = '' }
  receipt.state = state
  writeReceipt(KEYS[1], receipt)
  return { 'closed', id, text(now), stamps, found }
end
