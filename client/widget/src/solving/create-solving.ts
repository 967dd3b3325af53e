import { type Algorithm, encodeSolution, type Proof, readChallenge } from '@bollard/proof-of-work'
import { CallFailure } from '../api/failure.ts'
import { pause } from '../pause.ts'
import { ofThisRelease } from '../release.ts'
import { type Frame, openFrame } from './open-frame.ts'

export interface Solving {
  solve(token: string, onProgress: (share: number) => void): Promise<string>
  /** What a second round can be solved with, beside what every browser can do. */
  stepUp(): Exclude<Algorithm, 'sha256'> | undefined
  /** What a worker of the frame says of the browser; undefined where there is no frame, or no answer soon after the work is done. */
  probe(): Promise<unknown>
  /** The proof of a private token; undefined where there is no frame, no issuer, or no answer soon after the work is done. */
  privateToken(asked: { readonly verificationId: string; readonly siteKey: string }): Promise<string | undefined>
  close(): void
}

interface SolvingInput {
  readonly api: string
  readonly container: ParentNode & Node
  /** The owner's word about a page that forbids frames: `page` solves on its thread, `script` without trying WebAssembly there. */
  readonly solver: string | null
  /** Minimal data mode: nothing of the device is looked at. */
  readonly minimal: boolean
  readonly signal: AbortSignal
}

type SolveInPage = typeof import('./page.ts').solveInPage
type Found = (index: number, proof: Proof) => void

/** On a slow network the frame is still sooner ready than the page's own thread would be done. */
const frameTimeoutMs = 10_000
/** Longer than the slowest device takes for one sub-puzzle: whatever solves has stopped, or its program never came. */
const stalledMs = 30_000
/** A worker that has done its work has long said what it was asked for. */
const probeTimeoutMs = 1000

/** On this page a worker for Equi-X has failed: no later check offers to do such work again. */
let equixFailed = false

/** The fastest way to solve that the page allows: workers of a hidden frame, else the page's own thread. */
export function createSolving({ api, container, solver, minimal, signal }: SolvingInput): Solving {
  const opening = solver ? Promise.resolve(solver) : openFrame({ api, container, minimal, timeoutMs: frameTimeoutMs })
  /** What is known of the page's policy, or the owner's word. */
  let policy: string | undefined
  let found: Found | undefined
  let equix = false
  let algorithm: Algorithm = 'sha256'
  /** Not used again once it has given up: what its workers still find belongs to the round before, and would spoil the next one. */
  let lost = false
  let giveUp: (() => void) | undefined
  /** Settles when a worker of the frame fails, which may be before there is anything to solve. */
  const givenUp = new Promise<void>((resolve) => (giveUp = resolve))
  let answerProbe: ((result: unknown) => void) | undefined
  const probed = new Promise<unknown>((resolve) => (answerProbe = resolve))
  let giveToken: ((proof: string | undefined) => void) | undefined
  const token = new Promise<string | undefined>((resolve) => (giveToken = resolve))
  const opened = opening.then((frame) => {
    if (typeof frame !== 'object') return void (policy = frame)
    equix = frame.equix
    frame.port.listen((message) => {
      if (message.type === 'solved') found?.(message.index, message.counter)
      else if (message.type === 'probe') answerProbe?.(message.result)
      else if (message.type === 'token') giveToken?.(message.proof)
      else if (message.type === 'failed') {
        equixFailed ||= algorithm === 'equix'
        lost = true
        giveUp?.()
      }
    })
    return frame
  })

  return {
    async solve(token, onProgress) {
      const puzzle = readChallenge(token)
      ;({ algorithm } = puzzle)
      const proofs: Proof[] = []
      let solved = 0
      const stall = watchStall(stalledMs)
      const remember: Found = (index, proof) => {
        if (proofs[index] !== undefined) return
        proofs[index] = proof
        stall.moved()
        onProgress(++solved / puzzle.count)
      }
      const work = async () => {
        const frame = await opened
        if (frame && !lost) await solveInFrame(frame, puzzle, remember)
        const left = [...Array(puzzle.count).keys()].filter((index) => proofs[index] === undefined)
        // Only workers do this work. A fresh start, in which it is not offered any more, can do the other.
        if (left.length > 0 && puzzle.algorithm === 'equix') throw new CallFailure('unavailable', 'not-solved')
        if (left.length > 0) await (await loadPageSolver(api))(puzzle, left, signal, remember, policy)
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
      return encodeSolution(proofs)
    },
    stepUp: () => (equix && !lost && !equixFailed ? 'equix' : undefined),
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
  function solveInFrame({ port }: Frame, puzzle: ReturnType<typeof readChallenge>, remember: Found): Promise<void> {
    return new Promise((resolve, reject) => {
      let open = puzzle.count
      found = (index, proof) => {
        remember(index, proof)
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
  const module: { solveInPage: SolveInPage } = await import(/* @vite-ignore */ `${api}/widget/page.js${ofThisRelease}`)
  return module.solveInPage
}
