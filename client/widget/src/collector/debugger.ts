import type { Checks, Realm } from './check.ts'

const calls = 200
const rounds = 2

/**
 * Traces of an attached debugger. Everything happens in a frame of our own that is thrown away, prints
 * nothing and leaves no hook. Open developer tools look the same, so neither decides anything alone.
 */
export const debuggers: Checks<'debugger-protocol' | 'debugger-console-cost'> = {
  // A debugger that listens to the console reads the stack of an error given to it; nobody else does.
  'debugger-protocol': ({ clean }) => {
    if (!clean || !('captureStackTrace' in clean.Error)) return undefined
    let read = false
    const hooked: { prepareStackTrace?: unknown } = clean.Error
    hooked.prepareStackTrace = () => {
      read = true
      return ''
    }
    consoleOf(clean).groupEnd(new clean.Error(''))
    delete hooked.prepareStackTrace
    return read
  },

  // A message that goes to a debugger costs many times what one costs that nobody hears.
  'debugger-console-cost': ({ clean, coarseClock }) => {
    if (!clean || coarseClock) return undefined
    const console = consoleOf(clean)
    let silent = Infinity
    let spoken = Infinity
    for (let round = 0; round < rounds; round++) {
      silent = Math.min(
        silent,
        duration(() => void JSON.stringify({ round, text: 'b' })),
      )
      spoken = Math.min(
        spoken,
        duration(() => console.timeStamp('b')),
      )
    }
    return spoken > 1.5 && spoken > 20 * silent
  },
}

function duration(call: () => void): number {
  const begun = performance.now()
  for (let i = 0; i < calls; i++) call()
  return performance.now() - begun
}

/** A window's console; the DOM types know it only as a global of the page. */
function consoleOf(realm: Realm): Console {
  return realm.console
}
