import type { State } from '../state.ts'
import type { Countdown } from '../verification/start-when-due.ts'
import type { Outcome } from './outcome.ts'

/** A token this close to its end is not worth sending any more. */
const spareMs = 30_000
/** So often a check is repeated by itself for somebody who does not touch the form any more. */
const renewalsMax = 3

export interface CheckingPorts {
  /** One check from start to end. Never rejects; after an abort what it gives means nothing. */
  readonly check: (run: {
    readonly signal: AbortSignal
    readonly byTouch: boolean
    readonly onProgress: (progress: number, more: boolean) => void
    readonly onCountdown: (countdown: Countdown) => void
  }) => Promise<Outcome>
  /** Puts the token where the form finds it; an empty one takes it away. */
  readonly hold: (token: string) => void
  readonly show: (state: State) => void
  readonly tell: (event: 'started' | 'throttled' | 'solved' | 'failed' | 'expired' | 'reset', detail?: object) => void
  /** Whether a token that has run out may be replaced now without anybody asking for it. */
  readonly renewsByItself: () => boolean
  /** Milliseconds since 1970, and a pause in milliseconds. */
  readonly now: () => number
  readonly wait: (ms: number) => Promise<unknown>
}

/** What the widget has to say about its visitor, and how it comes to it. One check runs at a time. */
export interface Checking {
  readonly state: State
  /** Empty while there is none. */
  readonly token: string
  readonly verificationId: string
  /** The form is about to be sent, or the page or a script waits for the token. */
  readonly isAwaited: boolean
  /** Starts a check unless one is running or a token is there. */
  start(byTouch?: boolean): void
  /** The token that is there, or the one that the next or the running check ends with. Rejects with an `Error` that has a `code`. */
  execute(): Promise<string>
  /** Whether the form may go out now, which spends the token; if not, `sendAgain` is called once there is a token. */
  maySend(sendAgain: () => void): boolean
  /** The form did not go out after all. */
  notSent(): void
  /** Where the frame of a running check was lost, the check begins anew. */
  resume(): void
  reset(): void
  /** Forgets everything and tells nobody but those who wait. */
  stop(): void
  expireIfDue(): void
  /** The visitor does something on the page. */
  active(): void
  /** The visitor does something in the form. */
  touched(): void
}

export function createChecking(ports: CheckingPorts): Checking {
  let state: State = { kind: 'ready' }
  let token = ''
  let verificationId = ''
  /** The token went out with a form; it counts once, so the next sending needs another. */
  let spent = false
  let expiresAt = 0
  let running: AbortController | undefined
  let byTouch = false
  /** The page or the visitor has asked for the token that a touch began. */
  let isAsked = false
  let sendAgain: (() => void) | undefined
  let waiters: { resolve(token: string): void; reject(reason: Error): void }[] = []
  let isActive = false
  let renewals = 0
  /** The token that ran out was not used, so somebody may still need one. */
  let isMissed = false

  const become = (next: State) => ports.show((state = next))
  const hold = (next: string, id = '') => {
    token = next
    verificationId = id
    ports.hold(next)
  }
  const clear = () => {
    running?.abort()
    spent = isMissed = false
    hold('')
  }
  const resolve = () => waiters.splice(0).forEach((waiter) => waiter.resolve(token))
  const reject = (code: string) =>
    waiters.splice(0).forEach((waiter) => waiter.reject(Object.assign(new Error(code), { code })))
  const send = () => {
    const again = sendAgain
    sendAgain = undefined
    again?.()
  }

  async function run(renews: boolean): Promise<void> {
    running = new AbortController()
    const { signal } = running
    const onProgress = (progress: number, more: boolean) => become({ kind: 'working', progress, more, renews })
    const onCountdown = ({ secondsLeft, secondsInAll, isNews }: Countdown) => {
      become({ kind: 'throttled', secondsLeft, secondsInAll, renews })
      if (isNews) ports.tell('throttled', { code: 'throttled', retryAfterSeconds: secondsInAll })
    }
    const outcome = await ports.check({ signal, byTouch, onProgress, onCountdown })
    if (!signal.aborted) finish(outcome, renews)
  }

  function start(isByTouch = false, renews = false): void {
    if (isRunning(state)) isAsked ||= !isByTouch
    if (isRunning(state) || (state.kind === 'passed' && !spent)) return
    clear()
    byTouch = isByTouch
    isAsked = false
    become({ kind: 'working', progress: 0, more: false, renews })
    ports.tell('started')
    // Whoever was told may have changed their mind.
    if (checking.state.kind === 'working') void run(renews)
  }

  function finish(outcome: Outcome, renews: boolean): void {
    if (outcome.status === 'passed') {
      const { validMs } = outcome
      hold(outcome.token, outcome.verificationId)
      isActive = false
      expiresAt = ports.now() + validMs - spareMs
      void ports.wait(validMs - spareMs).then(checking.expireIfDue)
      become({ kind: 'passed', until: ports.now() + validMs, renews })
      // First, as whoever is told may begin anew at once.
      resolve()
      ports.tell('solved', { token, verificationId })
    } else if (outcome.status === 'refused') {
      verificationId = outcome.verificationId
      sendAgain = undefined
      become({ kind: 'refused', verificationId })
      reject('refused')
      ports.tell('failed', { code: 'refused', verificationId, failover: false })
    } else {
      const { code, problem } = outcome
      const failover = outcome.failover !== ''
      hold(outcome.failover)
      if (!failover) sendAgain = undefined
      become({ kind: 'failed', code, failover })
      if (failover) resolve()
      else reject(problem)
      ports.tell('failed', { code: problem, failover })
    }
    // Whoever was told may have sent the form, or started anew.
    if (token) send()
  }

  function renew(): void {
    if (state.kind !== 'expired' || !isMissed || !isActive || renewals >= renewalsMax || !ports.renewsByItself()) return
    renewals++
    start(false, true)
  }

  const checking: Checking = {
    get state() {
      return state
    },
    get token() {
      return token
    },
    get verificationId() {
      return verificationId
    },
    get isAwaited() {
      return isAsked || sendAgain !== undefined || waiters.length > 0
    },
    start: (isByTouch) => start(isByTouch),
    execute: () =>
      new Promise((done, fail) => {
        checking.expireIfDue()
        waiters.push({ resolve: done, reject: fail })
        if (token && !spent) resolve()
        else start()
      }),
    maySend(again) {
      checking.expireIfDue()
      sendAgain = undefined
      if (token && !spent) return (spent = true)
      if (state.kind === 'refused') return false
      sendAgain = again
      start()
      return false
    },
    notSent: () => void (spent = false),
    resume() {
      if (!isRunning(state)) return
      running?.abort()
      void run(state.renews)
    },
    reset() {
      const wasReady = state.kind === 'ready'
      sendAgain = undefined
      clear()
      become({ kind: 'ready' })
      reject('reset')
      if (!wasReady) ports.tell('reset')
    },
    stop() {
      sendAgain = undefined
      clear()
      state = { kind: 'ready' }
      reject('removed')
    },
    expireIfDue() {
      if (state.kind !== 'passed' || ports.now() < expiresAt) return
      const unused = !spent
      clear()
      isMissed = unused
      state = { kind: 'expired' }
      ports.tell('expired')
      // Where it is replaced at once nobody needs to be asked to.
      renew()
      if (checking.state.kind === 'expired') become(state)
    },
    active() {
      isActive = true
      renew()
    },
    touched: () => void (renewals = 0),
  }
  return checking
}

function isRunning(state: State): state is Extract<State, { kind: 'working' | 'throttled' }> {
  return state.kind === 'working' || state.kind === 'throttled'
}
