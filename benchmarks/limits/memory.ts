/**
 * How much memory a million keys take, in a process of its own; see run.ts. Argument: `ours` or `peer`. Prints bytes
 * for each key, as the growth of the resident set.
 */
import { createKeyNames, createMemoryStore } from '@bollard/limits'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { chargeOf, limits, requestId } from './charges.ts'

const count = 1_000_000
const [which] = process.argv.slice(2)
const [limit] = limits
if (limit === undefined || globalThis.gc === undefined) throw new Error('needs a limit, and --expose-gc')
const { rule } = chargeOf(limit, '', Date.now())
const id = requestId()
const keyOf = createKeyNames(Buffer.from('benchmark'), 'memory')

const store = which === 'ours' ? createMemoryStore({ keysMax: count }) : null
const peer = new RateLimiterMemory({ points: 300, duration: 86_400 })
globalThis.gc()
const before = process.memoryUsage().rss
let worst = 0
for (let number = 0; number < count; number++) {
  const name = String(number)
  const started = performance.now()
  if (store === null) await peer.consume(name)
  else store.take([{ key: keyOf([name]), rule, cost: 1, mode: 'LIMIT', outage: 'OPEN' }], Date.now(), id)
  worst = Math.max(worst, performance.now() - started)
}
globalThis.gc()
const bytes = process.memoryUsage().rss - before
const keys = store?.figures().keys ?? count
console.log(JSON.stringify({ keys, megabytes: bytes / 1e6, bytesPerKey: bytes / keys, slowestMs: worst }))
// The peer has a timer for each key.
process.exit(0)
