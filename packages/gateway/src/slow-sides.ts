/** Somebody whom a transfer waits for. */
export interface Transfer {
  /** Bytes that have moved so far. */
  bytes: number
  /** Bytes at the last look. */
  before: number
  /** Looks in a row at which it was the visitor who kept it waiting. */
  waits: number
  readonly isWaiting: () => boolean
  readonly cut: () => void
}

export interface SlowSides {
  watch(transfer: Transfer): void
  /** The same of `bytes` that a visitor has been given and not yet taken, until `forget`. Nobody tells how many of them are on their way. */
  watchRest(bytes: number, cut: () => void): Transfer
  forget(transfer: Transfer): void
  stop(): void
}

const lookMs = 5_000
/** A body that comes slower than this for `waitsMax` looks is not sent by anybody's browser: 100 bytes a second. */
const bytesMin = 500
const waitsMax = 6

/**
 * Cuts off those who send a body, or read an answer, so slowly that they only hold what they were given: slowloris in its later forms. One
 * timer looks at all transfers, so that a request costs none of its own. A site that is slow itself is never a reason.
 */
export function watchSlowSides(everyMs = lookMs): SlowSides {
  const transfers = new Set<Transfer>()
  const timer = setInterval(() => {
    for (const transfer of transfers) {
      const isSlow = transfer.isWaiting() && transfer.bytes - transfer.before < bytesMin
      transfer.before = transfer.bytes
      transfer.waits = isSlow ? transfer.waits + 1 : 0
      if (transfer.waits < waitsMax) continue
      transfers.delete(transfer)
      transfer.cut()
    }
  }, everyMs)
  timer.unref()
  return {
    watch: (transfer) => void transfers.add(transfer),
    watchRest(bytes, cut) {
      const rest: Transfer = { bytes: 0, before: 0, waits: -Math.ceil(bytes / bytesMin), isWaiting: () => true, cut }
      transfers.add(rest)
      return rest
    },
    forget: (transfer) => void transfers.delete(transfer),
    stop: () => clearInterval(timer),
  }
}
