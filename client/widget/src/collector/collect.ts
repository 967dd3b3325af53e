import { catalogue, type CheckCode } from './catalogue.ts'
import type { Checks, Realm, Scene } from './check.ts'
import { debuggers } from './debugger.ts'
import { declared } from './declared.ts'
import type { NavigatorDescription } from './describe-navigator.ts'
import { environment } from './environment.ts'
import { interaction } from './interaction.ts'
import { pause } from '../pause.ts'
import { tamper } from './tamper.ts'
import { encodeBits } from './encode-bits.ts'

const checks: Checks<CheckCode> = { ...declared, ...tamper, ...debuggers, ...environment, ...interaction }

const sliceMs = 3
/** Some browsers with an app around them never answer some questions. */
const lookTimeoutMs = 500

interface CollectInput extends Omit<Scene, 'clean' | 'worker' | 'coarseClock'> {
  /** Where the empty frame hangs while the checks run. */
  readonly container: ParentNode & Node
  /** What a worker says of the browser, unchecked. */
  readonly probe: () => Promise<unknown>
}

/** Runs every check and gives their verdicts, one bit each. Raw values stay in this function's callees. */
export async function collect({ container, probe, ...rest }: CollectInput): Promise<{ catalog: 1; ran: string; fired: string }> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  container.append(frame)
  const worker = await probe()
  const scene: Scene = { ...rest, clean: realmOf(frame), worker: isDescription(worker) ? worker : undefined, coarseClock: isCoarse(performance) }
  const ran: boolean[] = []
  const fired: boolean[] = []
  let sliceBegan = performance.now()
  for (const [index, code] of catalogue.entries()) {
    const verdict = await look(code, scene)
    ran[index] = verdict !== undefined
    fired[index] = verdict === true
    // The visitor may be typing, so the thread is given back between checks.
    if (performance.now() - sliceBegan > sliceMs) {
      await nextTask()
      sliceBegan = performance.now()
    }
  }
  frame.remove()
  return { catalog: 1, ran: encodeBits(ran), fired: encodeBits(fired) }
}

async function look(code: CheckCode, scene: Scene): Promise<boolean | undefined> {
  try {
    const verdict = checks[code](scene)
    return typeof verdict === 'object' ? await Promise.race([verdict, pause(lookTimeoutMs)]) : verdict
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

/** Whether the clock goes in steps too long for times of the hand. One long step proves nothing: the thread may have waited. */
function isCoarse(clock: Pick<Performance, 'now'>): boolean {
  let last = clock.now()
  for (let i = 0, steps = 0; i < 20_000 && steps < 5; i++) {
    const step = clock.now() - last
    if (step > 0 && step <= 2) return false
    if (step > 0) steps++
    last += step
  }
  return true
}

/** A message to oneself is not held back as a timer is. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
}
