import { setTimeout as pause } from 'node:timers/promises'
import type { Figures } from '@bollard/contracts'
import type { FromChild, ToChild } from '../messages.ts'

const waitMs = 2_000
const asked = new Map<number, (figures: Figures) => void>()
let questions = 0

/** Asks the supervisor what it knows of all processes of this machine; null when it does not answer within two seconds. */
export async function askFigures(): Promise<Figures | null> {
  const id = (questions += 1)
  const answer = new Promise<Figures>((resolve) => asked.set(id, resolve))
  if (process.connected) process.send?.({ kind: 'ask-figures', id } satisfies FromChild)
  return Promise.race([answer, pause(waitMs, null, { ref: false })]).finally(() => asked.delete(id))
}

/** Takes the supervisor's answer. */
export function takeFigures({ id, figures }: Extract<ToChild, { kind: 'figures' }>): void {
  asked.get(id)?.(figures)
}
