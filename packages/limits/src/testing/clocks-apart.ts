import { strict as assert } from 'node:assert'
import type { Limit } from '../limit/limit.ts'
import type { Charge, LimitStore, Outcome } from '../store/charge.ts'
import { charging, leaseOf } from './charges.ts'

const day = 86_400_000
/** By how much the clocks of machines are wrong, in milliseconds: also back and forth, as one clock that jumps. */
const wrongBy = [40 * day, 0, -40 * day, 3_700_000, 0, -3_700_000, 40 * day, 0, 90_000, -90_000]

/** Two at a time, in windows that do not end while a test runs. */
function limitsAt(now: number): readonly Limit[] {
  const windowMs = [31 * day, 29 * day].find((ms) => ms - (now % ms) > 3_600_000) ?? day
  // Six hours from midnight.
  const zone = new Date(now).getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6'
  return [
    { kind: 'FIXED_WINDOW', limit: 2, windowMs },
    { kind: 'SLIDING_WINDOW', limit: 2, windowMs: 3_600_000 },
    { kind: 'SLIDING_WINDOW', limit: 20, windowMs: 3_600_000 },
    { kind: 'TOKEN_BUCKET', limit: 2, tokens: 1, everyMs: 31 * day },
    { kind: 'CONCURRENCY', limit: 2, leaseMs: 3_600_000 },
    { kind: 'QUOTA', limit: 2, period: 'MONTH', zone },
    { kind: 'QUOTA', limit: 2, period: 'DAY', zone },
  ]
}

/** Asks stores in turn, each as a machine with a wrong clock, where `now` is right: as many pass as the limit says, and waits are those of the right clock. */
export async function agreesForAllClocks(stores: readonly LimitStore[], now: number): Promise<void> {
  for (const limit of limitsAt(now)) {
    const charge = chargeOf(limit)
    const passed: { readonly asked: Charge; readonly outcome: Outcome; readonly lease: string }[] = []
    for (let number = 0; number < 3 * wrongBy.length; number++) {
      const at = now + (wrongBy[number % wrongBy.length] ?? 0)
      const cost = limit.limit / 2
      const [asked, lease] = [charge(at, cost), leaseOf(number)]
      const [outcome] = (await stores[number % stores.length]?.take([asked], at, lease)) ?? []
      assert.ok(outcome)
      assert.ok(Math.abs(outcome.at - now) < 600_000, `${limit.kind}: the moment is the store's`)
      if (outcome.fits) passed.push({ asked, outcome, lease })
      else assert.ok((outcome.waitMs ?? 0) > 0 && (outcome.waitMs ?? 0) <= 32 * day, `${limit.kind}: ${outcome.waitMs}`)
    }
    assert.equal(passed.length, 2, JSON.stringify(limit))
    await stillCounts(stores[0], now, [limit])
    // What one has counted, another gives back.
    const [first] = passed
    assert.ok(first)
    await stores[0]?.giveBack([first.asked], first.outcome.at, first.lease, now - 40 * day)
    const [again] = (await stores[0]?.take([charge(now + 40 * day, limit.limit / 2)], now, leaseOf(2_000))) ?? []
    assert.equal(again?.fits, true, JSON.stringify(limit))
    await stillCounts(stores[0], now, [limit])
  }
}

/** Nothing of what `agreesForAllClocks` used up has been forgotten. */
export async function stillCounts(store: LimitStore | undefined, now: number, limits = limitsAt(now)): Promise<void> {
  for (const limit of limits) {
    const charge = chargeOf(limit)
    const cost = limit.limit / 2
    const [outcome] = (await store?.take([charge(now, cost)], now, leaseOf(1_000))) ?? []
    assert.equal(outcome?.fits, false, JSON.stringify(limit))
  }
}

function chargeOf(limit: Limit) {
  const charge = charging(limit, `clocks apart ${JSON.stringify(limit)}`)
  return (now: number, cost: number) => charge(now, limit.kind === 'CONCURRENCY' ? 1 : cost)
}
