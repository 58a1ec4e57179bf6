--[[
  Receipts: strings STATE|overage|life in ms|holds|digest, where holds is account,amount;account,amount in path order. A
  receipt written without an admission has an empty digest. The life starts again when the reservation is closed.
]]

-- The receipt, or nil if the text is none.
local function parseReceipt(line)
  if not line then
    return nil
  end
  local state, overage, life, holds, digest = string.match(line, '^(%u+)|([01])|(%d+)|([^|]*)|(.*)$')
  if not state then
    return nil
  end
  return { state = state, overage = overage, life = life, holds = holds, digest = digest }
end

-- Writes the receipt, and says its text.
local function writeReceipt(key, receipt)
  local line = table.concat({ receipt.state, receipt.overage, receipt.life, receipt.holds, receipt.digest }, '|')
  redis.call('SET', key, line, 'PX', receipt.life)
  return line
end
