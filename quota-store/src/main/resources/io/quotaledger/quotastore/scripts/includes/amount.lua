--[[
  Whole numbers as text. Lua computes in doubles, which hold whole numbers exactly up to 2^53 - 1; a sum of two such
  numbers that is larger is still seen to be larger, so no sum is ever rounded unnoticed.
]]
local MAX_AMOUNT = 9007199254740991

local function outOfRange(number)
  return number > MAX_AMOUNT or number < -MAX_AMOUNT
end

-- The number, or nil if the text is not a whole number in range.
local function whole(text)
  local number = text and tonumber(text)
  if not number or number ~= math.floor(number) or outOfRange(number) then
    return nil
  end
  return number
end

local function text(number)
  return string.format('%d', number)
end
