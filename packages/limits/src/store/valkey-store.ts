import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bytesOfKey, type LimitKey } from '../key/limit-key.ts'
import { ceilingOf, type Charge, type LimitStore } from './charge.ts'
import type { StoreOptions } from './postgres-store.ts'
import { outcomeOfRow } from './taken-row.ts'

/** What a connection to one Valkey or Redis server offers, as `connectValkey` and the client of Redis do. */
export interface ValkeyClient {
  /** Rejects where the server is away, or answers with an error, which begins with its code. */
  readonly sendCommand: (words: string[]) => Promise<unknown>
}

const script = readFileSync(new URL('limits.lua', import.meta.url), 'utf8')
const scriptHash = createHash('sha1').update(script).digest('hex')

/**
 * Counts exactly for all processes that share one server of Valkey or Redis (from 6.2 on), which runs one script for a
 * request, whatever the number of its limits, and forgets what has expired. One server, not a cluster: the keys of a
 * request lie in different slots. What an old primary had not told its replica before a failover is forgotten. The
 * clock is the server's. Rejects where the server fails: see `guardStore`.
 */
export function createValkeyStore(client: ValkeyClient, { clock = 'STORE' }: StoreOptions = {}): LimitStore {
  /** None asks for the moment by the server's own clock. */
  const momentOf = (now: number): number | '' => (clock === 'STORE' ? '' : now)

  /** By its hash; the server has forgotten the script after it was started anew. */
  async function run(keys: readonly LimitKey[], words: readonly (string | number)[]): Promise<unknown> {
    const asked = [String(keys.length), ...keys.map(nameOf), ...words.map(String)]
    try {
      return await client.sendCommand(['EVALSHA', scriptHash, ...asked])
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return client.sendCommand(['EVAL', script, ...asked])
    }
  }

  return {
    async take(charges, now, lease) {
      if (charges.length === 0) return []
      const rows = await run(charges.map(keyOf), ['take', momentOf(now), lease, 0, ...charges.flatMap(wordsOf)])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What the script returns.
      return (rows as number[][]).map(
        ([by = now, fits, counted, at = 0, step = 0, since = 0, owed = 0, ...slots], index) =>
          outcomeOfRow(charges[index], {
            now: by,
            fits: fits === 1,
            counted: counted === 1,
            at,
            slots,
            standing: [step, since, owed],
          }),
      )
    },
    async giveBack(charges, takenAt, lease, now) {
      await run(charges.map(keyOf), ['give', momentOf(now), lease, takenAt, ...charges.flatMap(wordsOf)])
    },
    async keep(key, note, until, now) {
      await client.sendCommand(['SET', noteOf(key), note, 'PX', String(Math.max(1, until - now))])
    },
    async takeOut(key) {
      const note = await client.sendCommand(['GETDEL', noteOf(key)])
      return typeof note === 'string' ? note : null
    },
    async stand(key, { step, since, owed, until }, now) {
      await run([key], ['stand', momentOf(now), '', 0, step, since, owed, until])
    },
  }
}

function keyOf({ key }: Charge): LimitKey {
  return key
}

/** The key as the server has it. */
function nameOf(key: LimitKey): string {
  return `bollard:limit:${bytesOfKey(key).toString('base64url')}`
}

function noteOf(key: LimitKey): string {
  return `bollard:note:${bytesOfKey(key).toString('base64url')}`
}

function wordsOf(charge: Charge): readonly (string | number)[] {
  const { rule, mode, cost } = charge
  return [rule.kind, mode, cost, ceilingOf(charge), rule.limit, rule.span, rule.origin]
}
