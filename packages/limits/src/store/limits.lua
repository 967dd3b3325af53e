-- Counts limits in Valkey or Redis, one call for a request: see `createValkeyStore`, and `limit/*.ts`, which has the same arithmetic and
-- says why it is so. KEYS: those of the request. ARGV: what to do (take, give, stand), the moment or nothing for the clock of this server, the lease, the moment of what is given
-- back, then seven words for each key: kind, mode, cost, ceiling, limit, span, origin. Of stand: step, since, owed, until.
--
-- A record is text with numbers: at, step, since, owed, until, how many slots, the slots, and whose they are where they are leases.
-- Their meaning is that of the table `cells` of PostgreSQL.
local ahead = 60000
local max = math.max

-- A double, also where this Lua has whole numbers with an end.
local function number(text)
  return tonumber(text) + 0.0
end

local function floor(value)
  return value - value % 1
end

local function clock()
  local time = redis.call('TIME')
  return number(time[1]) * 1000 + floor(number(time[2]) / 1000)
end

local now = ARGV[2] ~= '' and number(ARGV[2]) or clock()
local lease = ARGV[3]

local function read(key)
  local text = redis.call('GET', key)
  local cell = { at = 0, step = 0, since = 0, owed = 0, till = 0, slots = {}, leases = {} }
  if not text then return cell, false end
  local words = {}
  for word in string.gmatch(text, '%S+') do words[#words + 1] = word end
  cell.at, cell.step, cell.since = number(words[1]), number(words[2]), number(words[3])
  cell.owed, cell.till = number(words[4]), number(words[5])
  local count = number(words[6])
  for index = 1, count do
    cell.slots[index] = number(words[6 + index])
    cell.leases[index] = words[6 + count + index]
  end
  return cell, true
end

local function write(key, cell, ms)
  local words = {}
  local function add(value)
    words[#words + 1] = string.format('%.0f', value)
  end
  add(cell.at) add(cell.step) add(cell.since) add(cell.owed) add(cell.till) add(#cell.slots)
  for _, slot in ipairs(cell.slots) do add(slot) end
  for _, one in ipairs(cell.leases) do words[#words + 1] = one end
  -- Longer by what clocks may differ.
  redis.call('SET', key, table.concat(words, ' '), 'PX', string.format('%.0f', max(1, ms) + ahead))
end

local function rule_of(index)
  local at = 4 + 7 * (index - 1)
  return {
    kind = ARGV[at + 1], mode = ARGV[at + 2], cost = number(ARGV[at + 3]), ceiling = number(ARGV[at + 4]),
    limit = number(ARGV[at + 5]), span = number(ARGV[at + 6]), origin = number(ARGV[at + 7]),
  }
end

local function zeros(count)
  local slots = {}
  for index = 1, count do slots[index] = 0 end
  return slots
end

-- Keeps the slots, and their leases, that `holds` says.
local function keep(cell, holds)
  local slots, leases = {}, {}
  for index, slot in ipairs(cell.slots) do
    if holds(slot, cell.leases[index], index) then
      slots[#slots + 1] = slot
      leases[#slots] = cell.leases[index]
    end
  end
  cell.slots, cell.leases = slots, leases
end

-- Slots beyond a moment, which were written before a clock was set back, become another one. They stay in order, with their leases.
local function move_back(cell, beyond, moment)
  local count = #cell.slots
  if count == 0 or cell.slots[count] <= beyond then return false end
  local pairs_of = {}
  for index, slot in ipairs(cell.slots) do
    pairs_of[index] = { slot > beyond and moment or slot, cell.leases[index] }
  end
  table.sort(pairs_of, function(one, other) return one[1] < other[1] end)
  for index, pair in ipairs(pairs_of) do
    cell.slots[index], cell.leases[index] = pair[1], pair[2]
  end
  return true
end

-- Each answers whether the cell lay so far ahead that it was moved back, and so has to be kept also if nothing is counted.
local settle = {
  COUNTER = function(cell, rule)
    -- A caller whose clock is another names another window than the one that this moment is in. Months and days are not equally long, so
    -- what was begun about then is that window.
    local begun = now - (now - rule.origin) % rule.span
    if #cell.slots == 1 and cell.at >= begun - rule.span / 5 and cell.at <= now then return false end
    local is_ahead = #cell.slots == 1 and cell.at > now + ahead
    if is_ahead then
      cell.at = begun
    elseif #cell.slots ~= 1 or cell.at < begun then
      cell.at, cell.slots = begun, { 0 }
    end
    return is_ahead
  end,
  LOG = function(cell, rule)
    local is_ahead = move_back(cell, now + ahead, now)
    keep(cell, function(taken) return taken > now - rule.span end)
    return is_ahead
  end,
  SLOTS = function(cell, rule)
    local newest = floor(now / rule.span)
    if #cell.slots == 16 and cell.at > newest + 1 + ahead / rule.span then
      local sum = 0
      for _, slot in ipairs(cell.slots) do sum = sum + slot end
      cell.at, cell.slots = newest, zeros(16)
      cell.slots[newest % 16 + 1] = sum
      return true
    end
    if #cell.slots ~= 16 or newest - cell.at >= 16 then
      cell.at, cell.slots = newest, zeros(16)
    end
    for slot = cell.at + 1, newest do cell.slots[slot % 16 + 1] = 0 end
    cell.at = max(cell.at, newest)
  end,
  BUCKET = function(cell, rule)
    local is_ahead = #cell.slots == 1 and cell.at > now + ahead
    if is_ahead then
      cell.at = now
    elseif #cell.slots ~= 1 then
      cell.at, cell.slots = now, { 0 }
    elseif now > cell.at then
      cell.at, cell.slots = now, { max(0, cell.slots[1] - (now - cell.at) * rule.origin) }
    end
    return is_ahead
  end,
  LEASES = function(cell, rule)
    local is_ahead = move_back(cell, now + rule.span + ahead, now + rule.span)
    keep(cell, function(ends) return ends > now end)
    return is_ahead
  end,
}

local function used(cell, rule)
  if rule.kind == 'LOG' or rule.kind == 'LEASES' then return #cell.slots end
  local sum = 0
  for _, slot in ipairs(cell.slots) do sum = sum + slot end
  return sum
end

local add = {
  COUNTER = function(cell, rule) cell.slots[1] = cell.slots[1] + rule.cost end,
  LOG = function(cell, rule)
    -- A clock that is behind: from the last use on, so that they stay in order.
    local taken = max(now, cell.slots[#cell.slots] or now)
    for _ = 1, rule.cost do cell.slots[#cell.slots + 1] = taken end
  end,
  SLOTS = function(cell, rule)
    local slot = cell.at % 16 + 1
    cell.slots[slot] = cell.slots[slot] + rule.cost
  end,
  BUCKET = function(cell, rule) cell.slots[1] = cell.slots[1] + rule.cost * rule.span end,
  LEASES = function(cell, rule)
    -- In the order of their ends: a clock may be behind.
    local at = #cell.slots + 1
    while at > 1 and cell.slots[at - 1] > now + rule.span do at = at - 1 end
    table.insert(cell.slots, at, now + rule.span)
    table.insert(cell.leases, at, lease)
  end,
}

local remove = {
  COUNTER = function(cell, rule, taken_at)
    if taken_at >= cell.at then cell.slots[1] = max(0, cell.slots[1] - rule.cost) end
  end,
  LOG = function(cell, rule, taken_at)
    if taken_at <= now - rule.span then return end
    -- It lies later where the clock was behind.
    local left = rule.cost
    keep(cell, function(taken)
      if taken < taken_at or left == 0 then return true end
      left = left - 1
      return false
    end)
  end,
  SLOTS = function(cell, rule, taken_at)
    local number_of = floor(taken_at / rule.span)
    if number_of > cell.at or number_of <= cell.at - 16 then return end
    local slot = number_of % 16 + 1
    cell.slots[slot] = max(0, cell.slots[slot] - rule.cost)
  end,
  BUCKET = function(cell, rule) cell.slots[1] = max(0, cell.slots[1] - rule.cost * rule.span) end,
  LEASES = function(cell) keep(cell, function(_, one) return one ~= lease end) end,
}

-- From when on the cell says nothing that a new one doesn't say.
local function expiry(cell, rule)
  local last = cell.slots[#cell.slots] or now
  local ends = last
  if rule.kind == 'COUNTER' then ends = cell.at + rule.span end
  if rule.kind == 'SLOTS' then ends = (cell.at + 16) * rule.span end
  if rule.kind == 'BUCKET' then ends = cell.at + cell.slots[1] / rule.origin + 1 end
  if rule.kind == 'LOG' then ends = last + rule.span end
  return max(ends, cell.till)
end

local function take()
  local cells, rules, room, below, moved = {}, {}, {}, {}, {}
  local passes = true
  for index, key in ipairs(KEYS) do
    local rule = rule_of(index)
    local cell = read(key)
    moved[index] = settle[rule.kind](cell, rule)
    local unit = rule.kind == 'BUCKET' and rule.span or 1
    local taken = used(cell, rule) + rule.cost * unit
    room[index], below[index] = taken <= rule.limit * unit, taken <= rule.ceiling * unit
    passes = passes and (room[index] or rule.mode ~= 'LIMIT')
    cells[index], rules[index] = cell, rule
  end
  local rows = {}
  for index, key in ipairs(KEYS) do
    local cell, rule = cells[index], rules[index]
    local counted = passes and room[index]
    if rule.mode == 'METER' then counted = below[index] end
    if counted then
      add[rule.kind](cell, rule)
    end
    if counted or moved[index] then write(key, cell, expiry(cell, rule) - now) end
    local row = { now, room[index] and 1 or 0, counted and 1 or 0, cell.at, cell.step, cell.since, cell.owed }
    for _, slot in ipairs(cell.slots) do row[#row + 1] = slot end
    rows[index] = row
  end
  return rows
end

local function give()
  for index, key in ipairs(KEYS) do
    local rule = rule_of(index)
    local cell, found = read(key)
    if found then
      settle[rule.kind](cell, rule)
      remove[rule.kind](cell, rule, number(ARGV[4]))
      write(key, cell, expiry(cell, rule) - now)
    end
  end
end

local function stand()
  local cell, found = read(KEYS[1])
  if not found then return end
  local step, till = number(ARGV[5]), number(ARGV[8])
  cell.step, cell.since, cell.till = step, number(ARGV[6]), till
  cell.owed = math.min(1000, max(0, cell.owed + number(ARGV[7])))
  if step == 0 then cell.since, cell.owed, cell.till = 0, 0, 0 end
  write(KEYS[1], cell, max(redis.call('PTTL', KEYS[1]) - ahead, till - now))
end

if ARGV[1] == 'take' then return take() end
if ARGV[1] == 'give' then give() else stand() end
return 0
