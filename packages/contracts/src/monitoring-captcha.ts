import { z } from 'zod'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

/** Minutes that are told before an incident and after it, and how many of it at most. */
export const incidentMinutes = { around: 15, max: 180 } as const

/** What a captcha saw around an incident. */
const seenSchema = z.object({
  /** The captcha's solution. */
  solutionId: idSchema,
  from: timeSchema,
  to: timeSchema,
  /** Verifications by the minute in which they began, oldest first; minutes without any are left out. Probes are in none. */
  minutes: z.array(
    z.object({
      at: timeSchema,
      verifications: z.int(),
      solved: z.int(),
      refused: z.int(),
      /** solved / verifications. */
      solveRate: z.number(),
    }),
  ),
})
export type CaptchaAtIncident = z.infer<typeof seenSchema>

export const monitoringCaptchaRoutes = {
  listCaptchasAtIncident: defineRoute({
    id: 'listCaptchasAtIncident',
    method: 'GET',
    path: '/monitoring/v1/solutions/{solutionId}/incidents/{incidentId}/captchas',
    access: monitoringPolicy['incident-captcha.read'],
    summary: `What captchas of the same owner saw from ${incidentMinutes.around} minutes before an incident until as long after it: those that the service names, or that its host belongs to. Only those are told in which the caller has a role.`,
    params: z.strictObject({ solutionId: idSchema, incidentId: idSchema }),
    response: { status: 200, schema: z.object({ items: z.array(seenSchema) }) },
    problems: ['person-required'],
  }),
} as const
