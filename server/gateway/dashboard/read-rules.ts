import { keyPartSchema, protectionPolicySchema, requestMatchSchema } from '@bollard/contracts'
import { compileRules, type DashboardLimiter, type DashboardRules } from '@bollard/guard'
import { compileMatch, createMemoryStore, type KeyPart, type Limiter, toMatched } from '@bollard/limits'
import { z } from 'zod'

/** Without what a gateway has no use for: it signs passes by itself. */
export const keptAnswerSchema = protectionPolicySchema.omit({ passSecret: true })

const units = z.int()
/** As `fetchProtectionPolicy` has it: in milliseconds. Whether the figures can be counted by is asked of what counts. */
const limit = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['FIXED_WINDOW', 'SLIDING_WINDOW']), limit: units, windowMs: units }),
  z.object({ kind: z.literal('TOKEN_BUCKET'), limit: units, tokens: units, everyMs: units }),
  z.object({ kind: z.literal('CONCURRENCY'), limit: units, leaseMs: units }),
  z.object({ kind: z.literal('QUOTA'), limit: units, period: z.enum(['DAY', 'MONTH']), zone: z.string() }),
])
const work = z.object({ EASY: units, HARD: units })
const ladder = z.object({
  steps: z.array(z.object({ rung: z.enum(['LOG', 'EASY', 'HARD', 'THROTTLE', 'DENY']), fromPercent: z.number() })),
  holdMs: units,
  credit: work,
  work,
})
const limiter = z.object({
  id: z.string(),
  limit,
  key: z.array(keyPartSchema),
  missing: z.enum(['SKIP', 'SHARE']),
  counts: z.enum(['BEFORE', 'AFTER_FAILURE', 'AFTER_SUCCESS']),
  mode: z.enum(['LIVE', 'DRY_RUN']),
  outage: z.enum(['OPEN', 'CLOSED', 'LOCAL']),
  ladder: ladder.nullable(),
  overrides: z.array(
    z.object({ values: z.array(z.string()), limit: units.nullable(), until: z.number().nullable(), note: z.string() }),
  ),
  match: requestMatchSchema,
})
const told = z.array(
  limiter.extend({ tried: z.object({ percent: z.number(), round: units, former: limiter }).nullable() }),
)
const answers = z.enum(['ALLOW', 'CHALLENGE', 'DENY'])
const programs = z.object({
  mode: z.enum(['LIVE', 'DRY_RUN']),
  answers: z.record(z.string(), answers),
  spoofed: answers,
})

export interface ReadRules {
  readonly rules: DashboardRules
  /** What a gateway cannot do of it, by the names of limiters and entries: it reads no bodies and knows no accounts. */
  readonly skipped: readonly string[]
}

const trial = { secret: Buffer.alloc(32), store: createMemoryStore({ keysMax: 1 }) }

/** Reads what the API answered, or what was kept of it. Throws a `ZodError` or a `LimitFault` for what nothing can be decided by. */
export function readRules(answer: z.infer<typeof keptAnswerSchema>): ReadRules {
  const { solutionId, version, trustedProxies, controlPercent, allowed } = answer
  const all = told.parse(answer.limiters)
  const usable = all.filter(({ key, tried }) => !asksForBody(key) && !asksForBody(tried?.former.key ?? []))
  const { mode, answers: byPurpose, spoofed } = programs.parse(answer.programs)
  const rules: DashboardRules = {
    solutionId,
    version,
    trustedProxies,
    controlPercent,
    limiters: usable.map((one): DashboardLimiter => ({
      ...toMatchedLimiter(one),
      tried: one.tried && { ...one.tried, former: toMatchedLimiter(one.tried.former) },
    })),
    allowed: allowed
      .filter(({ field }) => field !== 'user')
      .map(({ until, ...entry }) => ({ ...entry, until: until === null ? null : Date.parse(until) })),
    programs: {
      mode,
      answers: byPurpose,
      spoofed,
    },
  }
  compileRules(rules, trial)
  return {
    rules,
    skipped: [
      ...all.filter((one) => !usable.includes(one)).map(({ id }) => `the limiter ${id}`),
      ...(allowed.some(({ field }) => field === 'user') ? ['accounts on the allow-list'] : []),
    ],
  }
}

function toMatchedLimiter({ match, ...plain }: z.infer<typeof limiter>): Omit<DashboardLimiter, 'tried'> {
  const fits = compileMatch(match)
  // Widths of a network that were left out are not there; the compiler takes them for fields that may be undefined.
  const key = plain.key as readonly KeyPart[]
  const counted: Limiter = { ...plain, key }
  return { limiter: counted, fits: (visit) => fits(toMatched(visit)) }
}

function asksForBody(key: readonly z.infer<typeof keyPartSchema>[]): boolean {
  return key.some(
    (part) =>
      part.from === 'user' || part.from === 'email' || (part.from === 'expression' && /\{user\}/u.test(part.text)),
  )
}
