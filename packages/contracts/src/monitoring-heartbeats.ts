import { anybody } from './access.ts'
import { z } from 'zod'
import { monitoringPolicy } from './monitoring-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

/** How far the time of a signed heartbeat may be from ours, in seconds. */
export const heartbeatSkewSeconds = 300

const token = z.string().regex(/^[\w-]{43}$/u)
const pushParams = z.strictObject({ token })
/** `ok` as long as all is well, `fail` where the job has failed: the service is down at once. */
const status = z.enum(['ok', 'fail']).default('ok')
const pushed = z.object({ received: z.literal(true) })

/** A signed heartbeat counts once, within five minutes of its time. The signature is over `{time}.{nonce}.{status}`. */
const signed = z.strictObject({
  status,
  time: timeSchema,
  nonce: z
    .string()
    .min(16)
    .max(100)
    .regex(/^[\w-]+$/u),
  /** HMAC-SHA256 with the secret of the heartbeat, as hex. */
  signature: z.string().regex(/^[\da-f]{64}$/u),
})
export type SignedHeartbeat = z.infer<typeof signed>

const serviceParams = z.strictObject({ solutionId: idSchema, serviceId: idSchema })
const address = '/monitoring/v1/solutions/{solutionId}/services/{serviceId}/heartbeat'
export const heartbeatAddressSchema = z.object({
  /** Below the address of the API. Whoever has it can say that the job has run. */
  path: z.string(),
  /** Signs heartbeats, base64url. */
  secret: z.string(),
  /** Whether only signed heartbeats count. */
  signedOnly: z.boolean(),
  lastAt: timeSchema.nullable(),
})
export type HeartbeatAddress = z.infer<typeof heartbeatAddressSchema>

export const monitoringHeartbeatRoutes = {
  getHeartbeatAddress: defineRoute({
    id: 'getHeartbeatAddress',
    method: 'GET',
    path: address,
    access: monitoringPolicy['service.change'],
    summary: 'Where a job tells that it has run, and the secret that signs it.',
    params: serviceParams,
    response: { status: 200, schema: heartbeatAddressSchema },
    problems: [],
  }),
  putHeartbeatAddress: defineRoute({
    id: 'putHeartbeatAddress',
    method: 'PUT',
    path: address,
    access: monitoringPolicy['service.change'],
    summary:
      'Say whether only signed heartbeats count; with `replace` the address and the secret are new, and the old ones end.',
    params: serviceParams,
    body: {
      name: 'heartbeatAddressDto',
      schema: z.strictObject({ signedOnly: z.boolean(), replace: z.boolean().default(false) }),
    },
    response: { status: 200, schema: heartbeatAddressSchema },
    problems: [],
  }),
  pushHeartbeat: defineRoute({
    id: 'pushHeartbeat',
    method: 'GET',
    path: '/monitoring/v1/heartbeats/{token}',
    access: anybody,
    summary: 'Tell that a job has run. For tools that can only open an address.',
    params: pushParams,
    query: z.strictObject({ status }),
    response: { status: 200, schema: pushed },
    problems: ['not-found', 'rate-limited', 'solution-locked'],
  }),
  sendHeartbeat: defineRoute({
    id: 'sendHeartbeat',
    method: 'POST',
    path: '/monitoring/v1/heartbeats/{token}',
    access: anybody,
    summary: `Tell that a job has run, signed against repetition: it counts once, and within ${heartbeatSkewSeconds} seconds of its time. Without a body it is not signed.`,
    params: pushParams,
    body: { name: 'heartbeatDto', schema: signed.nullable().default(null), optional: true },
    response: { status: 200, schema: pushed },
    problems: ['not-found', 'rate-limited', 'solution-locked', 'token-invalid', 'token-expired', 'state-conflict'],
  }),
} as const
