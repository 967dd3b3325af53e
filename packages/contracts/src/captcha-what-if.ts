import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { rulesMax, ruleContentSchema } from './captcha-rules.ts'
import { predictedWorkSchema, siteSettingsSchema } from './captcha-settings.ts'
import { decidedBy, outcomes, reasonSchema } from './captcha-verification.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

const { threshold, difficulty, riskScoring, minimalData, honeypots, volumeBudgets, underAttack, exemptNetworks } =
  siteSettingsSchema.shape

/** Settings that change what becomes of a visitor, or how long it takes. What is left out stays as it is; without defaults, unlike the settings themselves. */
export const whatIfSettingsSchema = z.strictObject({
  threshold: threshold.unwrap().optional(),
  difficulty: difficulty.unwrap().optional(),
  riskScoring: riskScoring.unwrap().optional(),
  minimalData: minimalData.unwrap().optional(),
  honeypots: honeypots.unwrap().optional(),
  volumeBudgets: volumeBudgets.unwrap().optional(),
  underAttack: underAttack.unwrap().optional(),
  exemptNetworks: exemptNetworks.unwrap().optional(),
})
export type WhatIfSettings = z.infer<typeof whatIfSettingsSchema>

/** A change to try on the visitors of the last days. Nothing is saved. */
export const whatIfRequestSchema = z.strictObject({
  days: z.int().min(1).max(30).default(7),
  settings: whatIfSettingsSchema.default({}),
  /** All rules as they would be, in place of today's. Without it the rules stay. */
  rules: z.array(ruleContentSchema).max(rulesMax).optional(),
  /** Only visitors of this environment. */
  environmentId: idSchema.optional(),
  /** At most so many visitors are shown for each kind of difference. */
  exampleLimit: z.int().min(1).max(20).default(10),
})
export type WhatIfRequest = z.infer<typeof whatIfRequestSchema>

export const whatIfChanges = [
  'threshold',
  'difficulty',
  'riskScoring',
  'minimalData',
  'honeypots',
  'volumeBudgets',
  'underAttack',
  'exemptNetworks',
  'rules',
] as const

/** `extraWork`: how many of them had a second, harder round, whatever came of it. */
const totals = z.object({ passed: z.int(), flagged: z.int(), refused: z.int(), extraWork: z.int() })
const outcome = z.enum(outcomes)

/** One visitor who would be treated differently. */
const exampleSchema = z.object({
  verificationId: idSchema,
  startedAt: timeSchema,
  /** 0 = person, 1 = bot. */
  score: z.object({ before: z.number(), after: z.number() }),
  /** As they were stored. */
  reasons: z.array(reasonSchema),
  country: z.string().nullable(),
  hostname: z.string(),
  browser: z.string(),
  /** What would decide. `rule`: position in `rules` of the request, or among today's rules in their order; its number starts at 0. */
  decision: z.object({ type: z.enum(decidedBy), rule: z.object({ index: z.int(), name: z.string() }).nullable() }),
})
export type WhatIfExample = z.infer<typeof exampleSchema>

const moveSchema = z.object({
  from: outcome,
  to: outcome,
  /** Whether these visitors would have a second round of work that they did not have, or be spared the one they had. */
  extraWork: z.enum(['SAME', 'ADDED', 'SPARED']),
  count: z.int(),
  examples: z.array(exampleSchema),
})
export type WhatIfMove = z.infer<typeof moveSchema>

const labelledMove = z.object({ from: outcome, to: outcome, count: z.int() })

/** One visitor whose work would be another. */
const volumeExampleSchema = z.object({
  verificationId: idSchema,
  startedAt: timeSchema,
  network: z.string(),
  country: z.string().nullable(),
  /** How many times the usual work volume asked for. */
  times: z.object({ before: z.number(), after: z.number() }),
})
export type WhatIfVolumeExample = z.infer<typeof volumeExampleSchema>

/**
 * What volume, likeness and attacks did to the work of the replayed visitors, and would have done. `difficulty`, rules that change the work
 * and the ceiling of all work are left out of it.
 */
const volumeSchema = z.object({
  /** Visitors whose work was raised at most `upTo` times and more than in the line before; in the first line nothing was raised. */
  levels: z.array(z.object({ upTo: z.int(), before: z.int(), after: z.int() })),
  /** Visitors who would have had more work, and less. */
  more: z.int(),
  less: z.int(),
  /**
   * Visitors about whom the log cannot tell: what the change switches on was off when they came, or an exempt network is narrower than
   * the network that the log keeps of them.
   */
  unseen: z.int(),
  /** At most `exampleLimit` of those with more or less work. */
  examples: z.array(volumeExampleSchema),
  /**
   * Starts of the period that were asked to wait their turn, of all visitors rather than of the replayed ones: they have no place in the
   * log. `after` is null where only the log could tell.
   */
  throttled: z.object({ before: z.int(), after: z.int().nullable() }),
})

/**
 * What a change would have done to the visitors of the last days: each finished verification of the log is decided anew from
 * what is stored of it. Only the difference that the change makes counts, so what other settings did to earlier visitors stays.
 *
 * What it cannot know: how bots would react, whether a visitor who would get a second round would finish it (taken as yes, with
 * nothing new found), and visitors who left before they finished, who are not in the log. Of a flood of visitors whom a rule
 * refuses at once the log holds only some.
 */
export const whatIfSchema = z.object({
  from: timeSchema,
  to: timeSchema,
  /** What of the request differs from today; empty when nothing does. */
  changes: z.array(z.enum(whatIfChanges)),
  /** Verifications that were decided anew. */
  replayed: z.int(),
  /** Part of the period's verifications that they are, drawn evenly over the time; 1 when all. Counts below are of the replayed ones, and not scaled up. */
  share: z.number(),
  before: totals,
  after: totals,
  /** Visitors who would have another outcome, or a second round more or less; 0: nobody would be treated differently. */
  changed: z.int(),
  /** Most frequent first. */
  moves: z.array(moveSchema),
  /** Visitors whom today's settings and rules would treat otherwise than they were treated, because something was changed since. */
  treatedOtherwise: z.int(),
  /** Visitors about whom a rule can say nothing, since what it asks for is not stored. They count as they were. */
  undecidable: z.array(
    z.object({ ruleIndex: z.int(), name: z.string(), count: z.int(), because: z.enum(['userAgent', 'path', 'ip']) }),
  ),
  /**
   * Visitors of whom the change would have looked at something that was not looked at then: nothing of the browser
   * (`minimalData`), nothing at all (`riskScoring`), not the hidden field (`honeypots`), or nothing because a rule decided at
   * once (`rules`). They are decided by what is known.
   */
  unseen: z.array(z.object({ because: z.enum(['minimalData', 'riskScoring', 'honeypots', 'rules']), count: z.int() })),
  /** The same for visitors of whom somebody told what they were; no random sample, see `accuracySchema`. */
  labelled: z.object({ people: z.array(labelledMove), bots: z.array(labelledMove) }),
  work: z.object({ before: predictedWorkSchema, after: predictedWorkSchema }),
  volume: volumeSchema,
})
export type WhatIf = z.infer<typeof whatIfSchema>

export const captchaWhatIfRoutes = {
  tryChange: defineRoute({
    id: 'tryChange',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/what-if',
    access: captchaPolicy['site.read'],
    summary:
      'Simulate other settings or rules on the visitors of the last days. Changes nothing; at most 10 times a minute, one at a time.',
    params: z.strictObject({ solutionId: idSchema }),
    body: { name: 'whatIfDto', schema: whatIfRequestSchema },
    response: { status: 200, schema: whatIfSchema },
    problems: [],
  }),
}
