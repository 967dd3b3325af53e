import { setTimeout as pause } from 'node:timers/promises'
import type { FormHelp, FormTarget } from '../check.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault } from '../faults.ts'
import { runMark } from './run-mark.ts'

const askSignalMs = 250

/** Waits for the heartbeat that a check of a form names. */
export interface AwaitedSignal {
  /** Resolves once one came that was not there before the form was sent; at once where none is waited for. Throws `heartbeat-missing`. */
  arrived(): Promise<void>
}

/** Notes what was there before the form is sent. With the text of the run in a field, only a signal of this run counts. */
export async function awaitSignal(
  run: ProbeRun,
  help: FormHelp,
  { fields, heartbeat }: FormTarget,
  mark: string,
): Promise<AwaitedSignal> {
  if (heartbeat === null) return { arrived: async () => undefined }
  const { serviceId, withinSeconds } = heartbeat
  const own = fields.some(({ value }) => value.includes(runMark)) ? mark : null
  const before = await help.lastSignal(serviceId, own)
  return {
    async arrived() {
      const until = run.elapsed() + Math.min(withinSeconds * 1_000, run.left() - askSignalMs)
      for (;;) {
        const signal = await help.lastSignal(serviceId, own)
        if (signal !== null && signal !== before) return
        if (run.elapsed() >= until)
          throw new CheckFault('heartbeat-missing', `no heartbeat within ${withinSeconds} s of sending the form`)
        await pause(askSignalMs)
      }
    },
  }
}
