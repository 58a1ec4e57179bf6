--[[
  currentTime(override): epoch milliseconds, of Redis or, in tests, as given.
]]
local function currentTime(override)
  if override ~= '' then
    return tonumber(override)
  end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
