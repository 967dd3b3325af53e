import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

/** What is to be erased; exactly one of them. */
export const erasureRequestSchema = z
  .strictObject({
    verificationIds: z.array(idSchema).min(1).max(100).optional(),
    /** Everything that came from a network, in CIDR notation. The log keeps only the first 24 bits of an IPv4 address and 48 of an IPv6 address, so a narrower one means those. */
    network: z.union([z.cidrv4(), z.cidrv6()]).optional(),
    /** Everything that was issued before. */
    before: timeSchema.optional(),
    all: z.literal(true).optional(),
  })
  .refine((request) => Object.values(request).filter((value) => value !== undefined).length === 1, {
    message: 'exactly-one',
  })
export type ErasureRequest = z.infer<typeof erasureRequestSchema>

export const erasureScopes = ['VERIFICATIONS', 'NETWORK', 'BEFORE', 'ALL'] as const

/** A request to erase. What it named (ids, network) is forgotten together with what it erased. */
export const erasureSchema = z.object({
  id: idSchema,
  scope: z.enum(erasureScopes),
  status: z.enum(['RUNNING', 'DONE']),
  /** Finished verifications that are gone by now. */
  erased: z.int(),
  createdAt: timeSchema,
  finishedAt: timeSchema.nullable(),
})
export type Erasure = z.infer<typeof erasureSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })

export const captchaErasureRoutes = {
  createErasure: defineRoute({
    id: 'createErasure',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/erasures',
    access: captchaPolicy['erasure.request'],
    summary:
      'Permanently erase verifications from the log, with their labels and retrievals, and all exports of the site. IDs are erased before the response, the rest in the background; verifications answered later are new. Statistics stay, since they are counts and name nobody. At most 3 can run at a time.',
    params: solutionParams,
    body: { name: 'erasureNewDto', schema: erasureRequestSchema },
    response: { status: 200, schema: erasureSchema },
    problems: ['quota-exceeded'],
  }),
  listErasures: defineRoute({
    id: 'listErasures',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/erasures',
    access: captchaPolicy['site.read'],
    summary: 'Erasure requests, latest first.',
    params: solutionParams,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(erasureSchema) },
    problems: [],
  }),
  getErasure: defineRoute({
    id: 'getErasure',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/erasures/{erasureId}',
    access: captchaPolicy['site.read'],
    summary: 'Progress of an erasure request.',
    params: solutionParams.extend({ erasureId: idSchema }),
    response: { status: 200, schema: erasureSchema },
    problems: [],
  }),
}
