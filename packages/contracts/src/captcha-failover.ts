import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

/**
 * Why widgets could not be served. `SERVICE_DOWN`: no process of the service was alive. `DATABASE`: the service was there and
 * could store nothing. `MAINTENANCE`: every process had ended in order, such as for an update.
 */
export const outageCauses = ['SERVICE_DOWN', 'DATABASE', 'MAINTENANCE'] as const
export type OutageCause = (typeof outageCauses)[number]

/** A time in which the service could not serve widgets, as it found out itself; `to` is null while it lasts. */
export const outageSchema = z.object({
  id: idSchema,
  from: timeSchema,
  to: timeSchema.nullable(),
  cause: z.enum(outageCauses),
})
export type Outage = z.infer<typeof outageSchema>

/** With which a failover token begins; what follows is `failoverClaimSchema` as JSON in base64url. */
export const failoverTokenPrefix = 'bfo1.'

/**
 * What a widget says that could not reach the service. Nobody signs it, so anybody can write one: it counts for nothing
 * unless the service itself has recorded an outage at that time.
 */
export const failoverClaimSchema = z.strictObject({
  siteKey: z.string().max(64),
  /** When the widget gave up. */
  at: timeSchema,
  /** 128 random bits in base64url; counts once. */
  id: z.string().regex(/^[\w-]{22}$/u),
  reason: z.enum(['unreachable', 'unavailable']),
})
export type FailoverClaim = z.infer<typeof failoverClaimSchema>

export const captchaFailoverRoutes = {
  listOutages: defineRoute({
    id: 'listOutages',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/outages',
    access: captchaPolicy['site.read'],
    summary: 'Outages of the widget service within the last 90 days, latest first. The same for every site.',
    params: z.strictObject({ solutionId: idSchema }),
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(outageSchema) },
    problems: [],
  }),
}
