interface Waiter {
  resolve(token: string): void
  reject(error: Error): void
}

/** What the app asks of the page, kept until the page is there. `inject` runs a script in it. */
export function createCalls(inject: (script: string) => void) {
  let isReady = false
  let waiting: string[] = []
  let waiters: Waiter[] = []
  const reject = (code: string) => {
    for (const waiter of waiters.splice(0)) waiter.reject(Object.assign(new Error(code), { code }))
  }
  const run = (script: string) => (isReady ? inject(script) : void waiting.push(script))
  return {
    run,
    execute: () =>
      new Promise<string>((resolve, fail) => {
        waiters.push({ resolve, reject: fail })
        // Calls that come meanwhile share its answer.
        if (waiters.length === 1) run('bollard.execute()')
      }),
    ready(): void {
      isReady = true
      for (const script of waiting.splice(0)) inject(script)
    },
    resolve(token: string): void {
      for (const waiter of waiters.splice(0)) waiter.resolve(token)
    },
    reject,
    /** The page is about to be loaded anew. */
    begin(): void {
      isReady = false
    },
    /** The page is gone, or never came. */
    end(code: string): void {
      isReady = false
      waiting = []
      reject(code)
    },
  }
}
