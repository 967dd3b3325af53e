import type { AlertFacts } from '@bollard/contracts'
import type { Judgement } from './judgement.ts'

type UsageFacts = Extract<AlertFacts, { kind: 'USAGE' }>

const steps = [120, 100, 80] as const

/** Which step of the owner's number the verifications of a month (`2026-11`) have reached; `off` below the first. */
export function judgeUsage({ month, used }: { month: string; used: number }, monthly: number): Judgement<UsageFacts> {
  const percent = steps.find((step) => used * 100 >= monthly * step)
  return {
    state: percent === undefined ? 'off' : 'on',
    facts: { kind: 'USAGE', month, percent: percent ?? 0, used, monthly },
  }
}
