import { encodeSolution, readChallenge } from '@bollard/proof-of-work'
import { pause } from '../pause.ts'
import { type Frame, openFrame } from './open-frame.ts'

export interface Solving {
  solve(token: string, onProgress: (share: number) => void): Promise<string>
  /** What a worker of the frame says of the browser; undefined where there is no frame, or no answer soon after the work is done. */
  probe(): Promise<unknown>
  /** The proof of a private token; undefined where there is no frame, no issuer, or no answer soon after the work is done. */
  privateToken(asked: { readonly verificationId: string; readonly siteKey: string }): Promise<string | undefined>
  close(): void
}

interface SolvingInput {
  readonly api: string
  readonly container: ParentNode & Node
  /** Solve in the page even where a frame would be allowed. */
  readonly inPage: boolean
  /** Minimal data mode: nothing of the device is looked at. */
  readonly minimal: boolean
  readonly signal: AbortSignal
}

type SolveInPage = typeof import('./page.ts').solveInPage
type FoundCounter = (index: number, counter: number) => void

/** On a slow network the frame is still sooner ready than the page's own thread would be done. */
const frameTimeoutMs = 10_000
/** Longer than the slowest device takes for one sub-puzzle: whatever solves has stopped, or its program never came. */
const stalledMs = 30_000
/** A worker that has done its work has long said what it was asked for. */
const probeTimeoutMs = 1000

/** The fastest way to solve that the page allows: workers of a hidden frame, else the page's own thread. */
export function createSolving({ api, container, inPage, minimal, signal }: SolvingInput): Solving {
  const opening = inPage ? Promise.resolve(undefined) : openFrame({ api, container, minimal, timeoutMs: frameTimeoutMs })
  let found: FoundCounter | undefined
  let giveUp: (() => void) | undefined
  /** Settles when a worker of the frame fails, which may be before there is anything to solve. */
  const givenUp = new Promise<void>((resolve) => (giveUp = resolve))
  let answerProbe: ((result: unknown) => void) | undefined
  const probed = new Promise<unknown>((resolve) => (answerProbe = resolve))
  let giveToken: ((proof: string | undefined) => void) | undefined
  const token = new Promise<string | undefined>((resolve) => (giveToken = resolve))
  const opened = opening.then((frame) => {
    frame?.port.listen((message) => {
      if (message.type === 'solved') found?.(message.index, message.counter)
      else if (message.type === 'probe') answerProbe?.(message.result)
      else if (message.type === 'token') giveToken?.(message.proof)
      else if (message.type === 'failed') giveUp?.()
    })
    return frame
  })

  return {
    async solve(token, onProgress) {
      const puzzle = readChallenge(token)
      const counters: number[] = []
      let solved = 0
      const stall = watchStall(stalledMs)
      const remember: FoundCounter = (index, counter) => {
        if (counters[index] !== undefined) return
        counters[index] = counter
        stall.moved()
        onProgress(++solved / puzzle.count)
      }
      const work = async () => {
        const frame = await opened
        if (frame) await solveInFrame(frame, puzzle, remember)
        const left = [...Array(puzzle.count).keys()].filter((index) => counters[index] === undefined)
        if (left.length > 0) await (await loadPageSolver(api))(puzzle, left, signal, remember)
      }
      try {
        await Promise.race([work(), stall.stalled])
      } finally {
        stall.stop()
        void pause(probeTimeoutMs).then(() => {
          answerProbe?.(undefined)
          giveToken?.(undefined)
        })
      }
      return encodeSolution(counters)
    },
    async probe() {
      const frame = await opened
      frame?.port.post({ type: 'probe' })
      return frame && probed
    },
    async privateToken(asked) {
      const frame = await opened
      frame?.port.post({ type: 'token', ...asked })
      return frame && token
    },
    close: () => void opened.then((frame) => frame?.close()),
  }

  /** Ends when all is solved, or early when the frame gives up: the rest is then solved in the page. */
  function solveInFrame({ port }: Frame, puzzle: ReturnType<typeof readChallenge>, remember: FoundCounter): Promise<void> {
    return new Promise((resolve, reject) => {
      let open = puzzle.count
      found = (index, counter) => {
        remember(index, counter)
        if (--open === 0) resolve()
      }
      void givenUp.then(resolve)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      port.post({ type: 'solve', ...puzzle })
    })
  }
}

/** Rejects when nothing has moved for so long. */
function watchStall(ms: number): { readonly stalled: Promise<never>; moved(): void; stop(): void } {
  let timer = 0
  let stall: (() => void) | undefined
  const stalled = new Promise<never>((_, reject) => (stall = reject))
  const stop = () => clearTimeout(timer)
  const moved = () => {
    stop()
    timer = window.setTimeout(() => stall?.(), ms)
  }
  moved()
  return { stalled, moved, stop }
}

async function loadPageSolver(api: string): Promise<SolveInPage> {
  const module: { solveInPage: SolveInPage } = await import(/* @vite-ignore */ `${api}/widget/page.js`)
  return module.solveInPage
}
