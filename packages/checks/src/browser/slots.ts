import { CheckFault } from '../faults.ts'

/** Each takes a few hundred MiB and a core for seconds. */
const atOnce = 2
/** The lease of a check is longer by this much, in milliseconds. */
const waitMsMax = 30_000

let used = 0
const waiting: (() => void)[] = []

/**
 * Does something that starts a browser, of which this process has two at most; the others wait for their turn. Throws `browser-busy` for
 * one whose turn does not come in time: that says nothing about what it was to look at.
 */
export async function withBrowserSlot<T>(work: () => Promise<T>, waitMs = waitMsMax): Promise<T> {
  if (used < atOnce) used += 1
  else await takeTurn(waitMs)
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) used -= 1
    else next()
  }
}

/** Whoever is done hands the slot to the one who waits longest. */
function takeTurn(waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1)
      reject(new CheckFault('browser-busy', `no browser was free within ${waitMs / 1_000} s`))
    }, waitMs)
    waiting.push(turn)
  })
}
