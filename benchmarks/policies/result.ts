import { z } from 'zod'

const spread = z.object({ best: z.number(), median: z.number() })

/** Of one policy in one browser. */
const rowSchema = z.object({
  policy: z.string(),
  browser: z.enum(['Chromium', 'Firefox']),
  /** Which thread did the work, as the system saw it. */
  solvedOn: z.enum(['worker', 'page']),
  /** Million hashes for each second of processor time of that thread. */
  megahashes: spread,
  /** From the start of a fresh page's first check to its token, on the clock, in seconds. */
  secondsToToken: spread,
  /** What the browser found broken in one visit, without repetitions. */
  broken: z.array(z.string()),
})

export const resultSchema = z.object({
  measuredAt: z.string(),
  machine: z.object({ cpu: z.string(), cores: z.number(), chromium: z.string(), firefox: z.string().nullable() }),
  /** Hashes of a challenge for a visitor without any doubt, by which the time to a token was taken. */
  work: z.number(),
  visits: z.number(),
  rows: z.array(rowSchema),
})

export type Result = z.infer<typeof resultSchema>
export type Row = z.infer<typeof rowSchema>
