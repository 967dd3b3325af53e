import type { AlertRule } from '@bollard/contracts'
import type { EscalationPolicy } from '@bollard/uptime'

/** The steps of a rule as the arithmetic takes them; `CHANNEL id` and `SCHEDULE id` are its targets. */
export function toPolicy({ steps, repeat }: Pick<AlertRule, 'steps' | 'repeat'>): EscalationPolicy {
  return {
    steps: steps.map(({ afterMinutes, targets }) => ({
      afterMinutes,
      targets: targets.map(({ kind, id }) => `${kind} ${id}`),
    })),
    repeat,
  }
}
