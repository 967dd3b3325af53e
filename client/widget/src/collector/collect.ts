import { nextTask, sealVerdicts } from '@bollard/proof-of-work'
import { pause } from '../pause.ts'
import type { Check, Checks, Realm, Scene } from './check.ts'
import type { CheckCode } from './catalogue.ts'
import { digestsOf } from './digest-hands.ts'
import { debuggers } from './debugger.ts'
import { declared } from './declared.ts'
import type { NavigatorDescription } from './describe-navigator.ts'
import { noteVerdict, verdictBytes } from './encode-bits.ts'
import { environment } from './environment.ts'
import { interaction } from './interaction.ts'
import { isCoarseClock } from './is-coarse-clock.ts'
import { layoutNumber, slotOf } from './layout.ts'
import { tamper } from './tamper.ts'

/** Verdicts as the service wants them. */
export interface Collected {
  readonly layout: number
  readonly verdicts: string
  /** Drawn for this opened page and kept nowhere: which tokens come from one page. */
  readonly page: number
  /** Of what the hands did; see `digest-hands.ts`. */
  readonly digests: readonly number[]
}

export interface Collector {
  /** Begins to look at the browser; does nothing when it has begun. Resolves when it has looked. */
  begin(): Promise<unknown>
  /** What was found until now, for this challenge and no other. */
  collect(challengeToken: string): Promise<Collected>
  /** Stops looking and leaves nothing behind. */
  close(): void
}

/** What can be new each time that the collector looks. */
export type Visitor = Pick<Scene, 'hands' | 'globalsAtLoad' | 'honeypotFilled' | 'submitted'> & {
  /** What the hands did is shown now, and to the service only once. */
  claim(): void
}

interface CollectorInput {
  readonly page: Realm
  /** Where the empty frame hangs while the checks run. */
  readonly container: ParentNode & Node
  /** What a worker says of the browser, unchecked. */
  readonly probe: () => Promise<unknown>
  readonly visitor: () => Visitor
}

/** The browser does not change during a visit, so these look once; they do it while the work is being done. */
const aboutBrowser = inSlotOrder({ ...declared, ...tamper, ...debuggers, ...environment })
/** Hands and tools go on, so these look again each time that verdicts are asked for. */
const aboutVisit = inSlotOrder({ ...declared, ...interaction })

/** Of all widgets of the page. */
let openedPage = 0

const sliceMs = 3
/** Some browsers with an app around them never answer some questions. */
const lookTimeoutMs = 500

/** Runs every check of the catalogue, in the order that this build has drawn. Raw values stay in this function's callees. */
export function createCollector({ page, container, probe, visitor }: CollectorInput): Collector {
  const verdicts = new Uint8Array(verdictBytes)
  let frame: HTMLIFrameElement | undefined
  let looking: Promise<boolean> | undefined
  let closed = false
  return {
    begin: () => (looking ??= lookAtBrowser()),
    async collect(challengeToken) {
      const coarseClock = await (looking ??= lookAtBrowser())
      const { claim, ...now } = visitor()
      claim()
      // As they are now: while the checks below give the thread back, another widget may claim what they do next.
      const seen = { ...now, hands: { ...now.hands } }
      await run(aboutVisit, { ...seen, page, clean: undefined, worker: undefined, coarseClock })
      openedPage ||= crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
      return {
        layout: layoutNumber,
        verdicts: sealVerdicts(verdicts, challengeToken, layoutNumber),
        page: openedPage,
        digests: digestsOf(seen.hands, coarseClock),
      }
    },
    close() {
      closed = true
      frame?.remove()
    },
  }

  async function lookAtBrowser(): Promise<boolean> {
    const probing = probe()
    await nextTask()
    const coarseClock = await isCoarseClock(performance)
    const worker = await probing
    await nextTask()
    if (closed) return coarseClock
    frame = page.document.createElement('iframe')
    frame.hidden = true
    container.append(frame)
    await nextTask()
    await run(aboutBrowser, {
      ...visitor(),
      page,
      clean: realmOf(frame),
      worker: isDescription(worker) ? worker : undefined,
      coarseClock,
    })
    frame.remove()
    return coarseClock
  }

  /** The visitor may be typing, so the thread is given back between checks. */
  async function run(checks: readonly SlottedCheck[], scene: Scene): Promise<void> {
    const later: Promise<void>[] = []
    let sliceBegan = performance.now()
    for (const { slot, check } of checks) {
      if (closed) return
      const verdict = look(check, scene)
      if (typeof verdict === 'object')
        later.push(Promise.race([verdict, pause(lookTimeoutMs)]).then(note(slot), () => {}))
      else note(slot)(verdict)
      if (performance.now() - sliceBegan < sliceMs) continue
      await nextTask()
      sliceBegan = performance.now()
    }
    await Promise.all(later)
  }

  function note(slot: number) {
    return (verdict: boolean | undefined) => {
      if (verdict !== undefined) noteVerdict(verdicts, slot, verdict)
    }
  }
}

interface SlottedCheck {
  readonly slot: number
  readonly check: Check
}

function inSlotOrder(checks: Partial<Checks<CheckCode>>): SlottedCheck[] {
  return (
    Object.entries(checks)
      .map(([code, check]) => ({ slot: slotOf(code), check }))
      // The younger toSorted is missing in browsers that people still use.
      .sort((a, b) => a.slot - b.slot)
  )
}

function look(check: Check, scene: Scene): ReturnType<Check> {
  try {
    return check(scene)
  } catch {
    return undefined
  }
}

/** The window of a frame as the DOM has it at run time: with the language's globals on it. */
function realmOf(frame: HTMLIFrameElement): Realm | undefined {
  return (frame.contentWindow ?? undefined) as Realm | undefined
}

function isDescription(value: unknown): value is NavigatorDescription {
  return typeof Object(value).userAgent === 'string' && typeof Object(value).timeZone === 'string'
}
