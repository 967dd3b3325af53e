import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { feedbackLabels } from './captcha-feedback.ts'
import { networkKinds } from './captcha-rules.ts'
import { decidedBy, outcomes, verificationSchema } from './captcha-verification.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema } from './wire.ts'

const text = (most: number) => z.string().trim().min(1).max(most).regex(lineOfText)
const outcome = z.enum(outcomes)
const probability = z.coerce.number().min(0).max(1)

/**
 * Which verifications of the log are meant: those that fit everything that is given. As the query of an address, so numbers
 * may come as text. Text is compared as it is, capitals included.
 */
export const logFilterSchema = z.strictObject({
  /** One, or several with commas. */
  outcome: z
    .union([
      outcome,
      z
        .string()
        .transform((list) => list.split(','))
        .pipe(z.array(outcome).min(1).max(outcomes.length)),
    ])
    .optional(),
  environmentId: idSchema.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/u)
    .optional(),
  asn: z.coerce.number().int().min(1).max(4_294_967_295).optional(),
  networkKind: z.enum(networkKinds).optional(),
  /**
   * In CIDR notation: the log keeps the first 24 bits of an IPv4 address and 48 of an IPv6 address, and those that lie within
   * fit. An address, or a narrower network, stands for what the log keeps of it.
   */
  network: z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).optional(),
  /** A name for all its versions, or name and version. */
  browser: text(60).optional(),
  operatingSystem: text(60).optional(),
  device: text(20).optional(),
  /** Two letters. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/u)
    .optional(),
  hostname: z.string().trim().toLowerCase().min(1).max(260).regex(lineOfText).optional(),
  action: text(100).optional(),
  /** The rule that decided or changed the work, also when it is deleted by now. */
  ruleId: idSchema.optional(),
  bypassKeyId: idSchema.optional(),
  decision: z.enum(decidedBy).optional(),
  /** Code of a reason that is among those of the verification. */
  reason: z
    .string()
    .max(60)
    .regex(/^[a-z][a-z\d-]*$/u)
    .optional(),
  /** Both included, in thousandths as the log shows the score. */
  scoreFrom: probability.optional(),
  scoreTo: probability.optional(),
  fetched: z.enum(['FETCHED', 'NEVER']).optional(),
  feedback: z.enum(feedbackLabels).optional(),
  /** Issued at this time or later. */
  from: timeSchema.optional(),
  /** Issued before this time. */
  to: timeSchema.optional(),
  /** The whole id, or the reference code that a refused visitor quotes: its first thirteen characters, which tell when it began. */
  verificationId: z
    .string()
    .regex(/^[\da-f]{8}-[\da-f]{4}(?:(?:-[\da-f]{4}){2}-[\da-f]{12})?$/iu)
    .optional(),
})
export type LogFilter = z.output<typeof logFilterSchema>

/** A filter as it is told again: outcomes as a list. */
export const shownFilterSchema = logFilterSchema.extend({ outcome: z.array(outcome).optional() })

/** `countVerifications` counts so far. */
export const verificationsCountedMax = 1_000

/** Body of one server-sent event of `streamSite`. */
export const liveEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verification'), verification: verificationSchema }),
  z.object({ kind: z.literal('fetched'), verificationId: idSchema, at: timeSchema }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

/** The first and the last day of a site that are in the archive. */
export const archivedDaysSchema = z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() })
export type ArchivedDays = z.infer<typeof archivedDaysSchema>

const solutionParams = z.strictObject({ solutionId: idSchema })

export const captchaLogRoutes = {
  listVerifications: defineRoute({
    id: 'listVerifications',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/verifications',
    access: captchaPolicy['site.read'],
    summary:
      'The verification log, newest first. A filter with few matches is searched for a limited time: the page may then be short or empty, with a `nextCursor` to continue from, and `searchedUntil` gives the time reached.',
    params: solutionParams,
    query: logFilterSchema.extend(pageQuery),
    response: {
      status: 200,
      /** `searchedUntil`: everything issued at this time or later is searched; null where the page is full or the log at its end. */
      schema: pageOf(verificationSchema).extend({ searchedUntil: timeSchema.nullable() }),
    },
    problems: [],
  }),
  countVerifications: defineRoute({
    id: 'countVerifications',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/verifications/count',
    access: captchaPolicy['site.read'],
    summary: `How many verifications match a filter: exactly up to ${verificationsCountedMax}, else at least that many. A filter with few matches is counted for a limited time; \`isComplete\` tells whether the count is the whole.`,
    params: solutionParams,
    query: logFilterSchema,
    response: { status: 200, schema: z.object({ count: z.int(), isComplete: z.boolean() }) },
    problems: [],
  }),
  getArchivedDays: defineRoute({
    id: 'getArchivedDays',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/verifications/archive',
    access: captchaPolicy['site.read'],
    summary:
      "Which days (UTC) of the log are in the operator's archive; both null where none is. Archived days are no longer in the log: ask the operator for them. Erasures reach them.",
    params: solutionParams,
    response: { status: 200, schema: archivedDaysSchema },
    problems: [],
  }),
  getVerification: defineRoute({
    id: 'getVerification',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/verifications/{verificationId}',
    access: captchaPolicy['site.read'],
    summary: 'Get one verification with every reason. Reading it here does not count as a retrieval.',
    params: solutionParams.extend({ verificationId: idSchema }),
    response: { status: 200, schema: verificationSchema },
    problems: [],
  }),
  streamSite: defineRoute({
    id: 'streamSite',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/live',
    access: captchaPolicy['site.read'],
    summary:
      'New verifications that match the filter, and all retrieved results, as server-sent events; at very high rates only the newest.',
    params: solutionParams,
    query: logFilterSchema,
    response: { status: 200, schema: liveEventSchema, stream: true },
    problems: [],
  }),
}
