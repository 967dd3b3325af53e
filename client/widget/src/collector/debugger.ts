import type { Checks, Realm } from './check.ts'

const callsMax = 200
/** Reading the clock costs more than a call that nobody hears. */
const callsAtOnce = 4
const rounds = 2
/** A round ends after this time, so that a debugger does not hold the page up. Clocks that go by the millisecond can tell it. */
const roundMs = 2
/** Without a debugger a call takes a hundredth of this. */
const costMsMin = 0.01

/**
 * Traces of an attached debugger. Everything happens in a frame of our own that is thrown away, prints
 * nothing and leaves no hook. Open developer tools look the same, so neither decides anything alone.
 */
export const debuggers: Checks<'debugger-protocol' | 'console-cost'> = {
  'debugger-protocol': ({ clean }) => (clean && isV8(clean) ? readsStacks(clean) : undefined),

  // What goes to a debugger is written out for it. V8 keeps what nobody hears too, so there a busy device would look the
  // same, and the check above says it without a clock.
  'console-cost': ({ clean, coarseClock }) => {
    if (!clean || coarseClock || isV8(clean)) return undefined
    const console = consoleOf(clean)
    // Neither prints anything: one marks a moment for a profiler, the other has nothing to complain about.
    const spoken = costOf(() => console.timeStamp(''))
    return spoken > costMsMin && spoken > 20 * costOf(() => console.assert(true, ''))
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

/** Milliseconds of one call, least of some rounds; other work on the device only makes it longer. */
function costOf(call: () => void): number {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    let calls = 0
    let passed = 0
    while (calls < callsMax && passed < roundMs) {
      for (let i = 0; i < callsAtOnce; i++) call()
      calls += callsAtOnce
      passed = performance.now() - begun
    }
    least = Math.min(least, passed / calls)
  }
  return least
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
