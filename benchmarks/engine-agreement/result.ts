import { z } from 'zod'

const setUpSchema = z.object({
  name: z.string(),
  engine: z.enum(['Chromium', 'Firefox', 'WebKit']),
  /** Major version, as the browser itself says it. */
  major: z.int(),
  pixelRatio: z.number(),
  /** Answers that were those of the reference, the first set-up. */
  agreed: z.int(),
  /** Programs whose answers differed, by their number; few, else something is wrong altogether. */
  differing: z.array(z.int()),
  /** Milliseconds on the clock for one program. */
  msPerProgram: z.number(),
})

export const resultSchema = z.object({
  measuredAt: z.string(),
  grammar: z.int(),
  /** `sourceHash` of the interpreter. */
  source: z.string(),
  programs: z.int(),
  /** Different answers among those of the reference. */
  distinct: z.int(),
  /** The first programs with the answers of the reference; a browser can test itself by them. */
  reference: z.array(z.tuple([z.int(), z.int()])),
  setUps: z.array(setUpSchema),
  /** Programs that imitate a browser without laying anything out, as they come: how many answers were right. */
  emulators: z.array(z.object({ name: z.string(), programs: z.int(), right: z.int() })),
})
export type Result = z.infer<typeof resultSchema>
