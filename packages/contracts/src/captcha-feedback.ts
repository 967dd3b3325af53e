import { captchaPolicy } from './captcha-policy.ts'
import { secretKey } from './access.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, timeSchema } from './wire.ts'

/** What a visitor really was, as somebody knows who saw more than the captcha did. */
export const feedbackLabels = ['PERSON', 'BOT'] as const
export type FeedbackLabel = (typeof feedbackLabels)[number]

/** The truth about one verification, as the customer tells it. What a member said stands over what a server says. */
export const feedbackSchema = z.object({
  label: z.enum(feedbackLabels),
  at: timeSchema,
  by: z.enum(['MEMBER', 'SERVER']),
  /** What the customer's server added, such as "chargeback". */
  comment: z.string().nullable(),
})
export type Feedback = z.infer<typeof feedbackSchema>

/**
 * `count` of `of` labelled verifications as a share (0 … 1), with its 95 % Wilson score interval from `low` to `high`.
 * Null where nothing was labelled: no figure without data.
 */
export const shareSchema = z
  .object({ count: z.int(), of: z.int(), share: z.number(), low: z.number(), high: z.number() })
  .nullable()
export type Share = z.infer<typeof shareSchema>

// The same as of the statistics; those are in a file that imports this one.
const periods = ['24h', '7d', '30d'] as const
const outcomeCounts = z.object({ passed: z.int(), flagged: z.int(), refused: z.int() })

/**
 * How often the captcha was wrong, counted over the labelled verifications of a period.
 *
 * These are no random sample. People label what they noticed: somebody who was stopped complains, somebody who passed has no
 * reason to, and a bot that nobody noticed is never labelled. So stopped people are usually over-counted and missed bots
 * under-counted, and the intervals cover only the chance of small numbers, not this.
 */
export const accuracySchema = z.object({
  period: z.enum(periods),
  from: timeSchema,
  to: timeSchema,
  people: outcomeCounts,
  bots: outcomeCounts,
  /** People who were refused: the false positives. */
  refusedPeople: shareSchema,
  /** People who were let through, but only after a second, harder challenge. */
  delayedPeople: shareSchema,
  /** Bots that were let through, at once or after more work. */
  missedBots: shareSchema,
})
export type Accuracy = z.infer<typeof accuracySchema>

const solutionParams = z.strictObject({ solutionId: idSchema })
const verificationParams = z.strictObject({ verificationId: idSchema })
const ofSolution = solutionParams.extend({ verificationId: idSchema })
const label = z.enum(feedbackLabels)

export const captchaFeedbackRoutes = {
  putFeedback: defineRoute({
    id: 'putFeedback',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/verifications/{verificationId}/feedback',
    access: captchaPolicy['feedback.tell'],
    summary: 'Label a verification as a person or a bot; replaces any earlier label.',
    params: ofSolution,
    body: { name: 'feedbackDto', schema: z.strictObject({ label }) },
    response: { status: 200, schema: feedbackSchema },
    problems: [],
  }),
  deleteFeedback: defineRoute({
    id: 'deleteFeedback',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/verifications/{verificationId}/feedback',
    access: captchaPolicy['feedback.tell'],
    summary: 'Remove the label of a verification. Responds the same when there is none.',
    params: ofSolution,
    response: { status: 204, schema: null },
    problems: [],
  }),
  reportFeedback: defineRoute({
    id: 'reportFeedback',
    method: 'POST',
    path: '/captcha/v1/verifications/{verificationId}/feedback',
    access: secretKey,
    summary:
      'Your server labels a verification as a person or a bot, while it is in the log. Returns the current label: a label set by a member is not overwritten.',
    params: verificationParams,
    body: {
      name: 'feedbackReportDto',
      schema: z.strictObject({ label, comment: z.string().trim().min(1).max(200).regex(lineOfText).optional() }),
    },
    response: { status: 200, schema: feedbackSchema },
    problems: ['secret-key-invalid', 'verification-not-found'],
  }),
  getAccuracy: defineRoute({
    id: 'getAccuracy',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/accuracy',
    access: captchaPolicy['site.read'],
    summary:
      'How often people were blocked and bots missed, among the labelled verifications of a period. Labels are not a random sample.',
    params: solutionParams,
    query: z.strictObject({ period: z.enum(periods).default('30d') }),
    response: { status: 200, schema: accuracySchema },
    problems: [],
  }),
}
