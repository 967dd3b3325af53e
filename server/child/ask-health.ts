import { setTimeout as pause } from 'node:timers/promises'
import type { Health } from '@bollard/contracts'
import type { FromChild, ToChild } from '../messages.ts'

const waitMs = 2_000
const asked = new Map<number, (health: Health) => void>()
let questions = 0

/** Asks the supervisor what it knows of all processes of this machine; null when it does not answer within two seconds. */
export async function askHealth(): Promise<Health | null> {
  const id = (questions += 1)
  const answer = new Promise<Health>((resolve) => asked.set(id, resolve))
  if (process.connected) process.send?.({ kind: 'ask-health', id } satisfies FromChild)
  return Promise.race([answer, pause(waitMs, null, { ref: false })]).finally(() => asked.delete(id))
}

/** Takes the supervisor's answer. */
export function takeHealth({ id, health }: Extract<ToChild, { kind: 'health' }>): void {
  asked.get(id)?.(health)
}
