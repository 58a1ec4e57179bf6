--[[
  Rate limits by GCRA with the whole window as burst. The state is the time at which all calls so far are paid off:
  <epoch ms>:<rest>. One call costs window / permits ms; to stay exact, durations are counted in units of 1 / permits ms,
  so one call costs `window` units and the burst is window * permits units.
]]
--- @include "amount"

local function divide(units, permits)
  local rest = units % permits
  return (units - rest) / permits, rest
end

local function roundedUp(units, permits)
  local whole, rest = divide(units, permits)
  return rest > 0 and whole + 1 or whole
end

-- Units still to be paid off with one call more, and the ms to wait until that fits, 0 if it fits now.
local function tryRate(state, now, permits, window)
  local burst, debt = window * permits, 0
  local at, rest = string.match(state or '', '^(%d+):(%d+)$')
  if at then
    debt = math.max(0, (tonumber(at) - now) * permits + math.min(tonumber(rest), permits - 1))
    if debt > burst then
      debt = 0 -- more than a window ahead: the clock went back
    end
  end
  debt = debt + window
  return debt, debt > burst and roundedUp(debt - burst, permits) or 0
end

-- Writes the state that owes so many units, and says it.
local function writeRate(key, now, permits, debt)
  local whole, rest = divide(debt, permits)
  local state = text(now + whole) .. ':' .. text(rest)
  redis.call('SET', key, state, 'PX', text(roundedUp(debt, permits)))
  return state
end
