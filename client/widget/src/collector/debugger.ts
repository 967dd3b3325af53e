import type { Checks, Realm } from './check.ts'

const calls = 20
const rounds = 2

/**
 * Traces of an attached debugger. Everything happens in a frame of our own that is thrown away, prints
 * nothing and leaves no hook. Open developer tools look the same, so neither decides anything alone.
 */
export const debuggers: Checks<'debugger-protocol' | 'debugger-console-cost'> = {
  'debugger-protocol': ({ clean }) => (clean && isV8(clean) ? readsStacks(clean) : undefined),

  // What goes to a debugger is written out for it, at many times the cost of writing JSON. V8 keeps what nobody
  // hears too, so there a busy device would look the same, and the check above says it without a clock.
  'debugger-console-cost': ({ clean, coarseClock }) => {
    if (!clean || coarseClock || isV8(clean)) return undefined
    const console = consoleOf(clean)
    const rows = Array.from({ length: 100 }, (_, index) => ({ index, text: 'bollard' }))
    const silent = duration(() => void JSON.stringify(rows))
    const spoken = duration(() => groupEnd(console, rows))
    return spoken > 4 && spoken > 20 * silent
  },
}

/** A debugger that listens to the console reads the stack of an error given to it; nobody else does. */
function readsStacks(clean: Realm): boolean {
  let read = false
  const hooked: { prepareStackTrace?: unknown } = clean.Error
  hooked.prepareStackTrace = () => {
    read = true
    return ''
  }
  groupEnd(consoleOf(clean), new clean.Error(''))
  delete hooked.prepareStackTrace
  return read
}

/** Shortest of some rounds, milliseconds for `calls` calls; other work on the device only makes it longer. */
function duration(call: () => void): number {
  let shortest = Infinity
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    for (let i = 0; i < calls; i++) call()
    shortest = Math.min(shortest, performance.now() - begun)
  }
  return shortest
}

/** Each engine writes this function with a length of its own. */
function isV8(clean: Realm): boolean {
  return String(Reflect.get(clean, 'eval')).length === 33
}

/** A window's console; the DOM types know it only as a global of the page. */
function consoleOf(realm: Realm): Console {
  return realm.console
}

/** Takes arguments like every console function, although its type says otherwise. */
function groupEnd(console: { readonly groupEnd: (...data: unknown[]) => void }, data: unknown): void {
  console.groupEnd(data)
}
