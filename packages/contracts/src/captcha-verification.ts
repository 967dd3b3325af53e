import { z } from 'zod'
import { feedbackSchema } from './captcha-feedback.ts'
import { networkKinds } from './captcha-rules.ts'
import { idSchema, timeSchema } from './wire.ts'

/** What became of a visitor: let through, let through after extra work, or stopped. */
export const outcomes = ['PASSED', 'FLAGGED', 'REFUSED'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * One piece of evidence behind a score: a stable code, its group, and its weight in log-odds (positive = bot). A reason with `bits` is
 * none: it says that the volume of a network, an operator or the site asked for so many doublings of the work, and its weight is 0.
 */
export const reasonSchema = z.object({
  code: z.string(),
  group: z.string(),
  weight: z.number(),
  bits: z.number().optional(),
})
export type Reason = z.infer<typeof reasonSchema>

/** What decided about a visitor. Rows of the log hold the position, so the order never changes. */
export const decidedBy = [
  'SCORE',
  'RULE',
  'BYPASS_KEY',
  'SIGNED_BOT',
  'TEST_KEY',
  'FAILOVER',
  'WORK',
  'LOCK',
  'PROBE',
] as const
export type DecidedBy = (typeof decidedBy)[number]

/** What decided, and the rule or key behind it. A rule that only changed the work is named too, while the score decided. */
export const decisionSchema = z.object({
  type: z.enum(decidedBy),
  rule: z
    .object({ id: idSchema, name: z.string(), action: z.enum(['ALLOW', 'DIFFICULTY', 'CHALLENGE', 'FLAG', 'BLOCK']) })
    .nullable(),
  bypassKey: z.object({ id: idSchema, name: z.string() }).nullable(),
})

/** What the work can be done with: SHA-256 everywhere, Equi-X as a second round where a browser may make programs at run time. */
export const workAlgorithms = ['sha256', 'equix'] as const

/** What the customer's server and the dashboard see of one verification. */
export const verificationSchema = z.object({
  verificationId: idSchema,
  solutionId: idSchema,
  environment: z.object({ id: idSchema, name: z.string() }).nullable(),
  decision: decisionSchema,
  outcome: z.enum(outcomes),
  passed: z.boolean(),
  /** 0 = person, 1 = bot; null where nothing is known, as of visitors who passed while the service was away. */
  score: z.number().nullable(),
  reasons: z.array(reasonSchema),
  hostname: z.string(),
  action: z.string().nullable(),
  browser: z.string(),
  operatingSystem: z.string(),
  device: z.string(),
  language: z.string().nullable(),
  network: z.string(),
  /** ISO 3166-1 alpha-2, as offline data knows the network; null when it does not. */
  country: z.string().nullable(),
  /** Number of the network operator's autonomous system; null when unknown. */
  asn: z.int().nullable(),
  /** Name of the operator; null when unknown. */
  operator: z.string().nullable(),
  networkKind: z.enum(networkKinds),
  /** How the site was set when the visitor came. */
  riskScoring: z.boolean(),
  minimalData: z.boolean(),
  startedAt: timeSchema,
  finishedAt: timeSchema,
  /** From the challenge to the answer, as the server saw it. */
  checkMs: z.int(),
  /** Time the visitor's browser spent on the work, as it says itself. */
  workMs: z.int(),
  /** Expected work in hashes of SHA-256; where Equi-X did it, the number that takes a browser as long. */
  workHashes: z.number(),
  /** What the work of the last round was done with. */
  workAlgorithm: z.enum(workAlgorithms),
  rounds: z.int(),
  firstFetchedAt: timeSchema.nullable(),
  lastFetchedAt: timeSchema.nullable(),
  /** How often the result was taken. */
  retrievals: z.int(),
  /**
   * Whether the token came, as the customer's server said with `remoteip`, from the network (/24 or /48) that solved the challenge. Null where
   * it said nothing, or the two cannot be compared: one is IPv4 and one IPv6, or one is not routed on the Internet.
   */
  sameNetwork: z.boolean().nullable(),
  /** What the customer told about the visitor afterwards; always null in the answer that redeems a result. */
  feedback: feedbackSchema.nullable(),
})
export type Verification = z.infer<typeof verificationSchema>
