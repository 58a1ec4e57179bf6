--[[
  Closes a reservation at the true amount. Without a receipt no account is changed, but the event is appended all the
  same.

  KEYS: 2 + accounts
    receipt of the reservation
    outbox of the bucket
    each account the admission held on, in path order

  ARGV:
    time in epoch ms; empty: Redis time
    event
    life of the receipt in ms, if there is none yet
    per account: amount held, amount consumed

  Results, in order of precedence:
    already_closed   state of the receipt
    out_of_range     name of an account whose sums leave 2^53 - 1
    other_holds      holds of the receipt: the admission held on other accounts or amounts
    closed           id of the outbox entry, time, stamps, whether there was a receipt (0 or 1)
]]
--- @include "includes/close"

return close('SETTLED', 2)
