import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'

const uint32Schema = z.int().min(0).max(0xffff_ffff)
/** Programs in one call; an operator's browser computes so many in about a second. */
export const engineProgramsMax = 500

const engineSchema = z.object({
  /** Engine, major version and kind of device, such as `Firefox 153` or `Chromium 156 mobile`. */
  engine: z.string(),
  /** Whether the programs came from an operator's browser or were learned from visitors. */
  source: z.enum(['SEEDED', 'LEARNED']),
  /** Answers of visitors against whom nothing else spoke, at most one of each network in an hour. */
  answers: z.int(),
  wrong: z.int(),
  /** Programs on whose other answer two of them agreed. */
  disputed: z.int(),
  /** 0: only counted, 1: a wrong answer weighs 1.5, 2: it weighs 2.5. */
  stage: z.int().min(0).max(2),
  /** It answers otherwise than measured, and starts again from nothing. */
  dropped: z.boolean(),
})

export const engineStateSchema = z.object({
  /** Of the programs that this installation asks for. */
  grammar: z.int(),
  /** Programs in use, by where their answers come from. */
  seeded: z.int(),
  learned: z.int(),
  /** Programs that an operator's browser should add now. */
  wanted: z.int(),
  engines: z.array(engineSchema),
})
export type EngineState = z.infer<typeof engineStateSchema>

export const captchaEngineRoutes = {
  getEngineState: defineRoute({
    id: 'getEngineState',
    method: 'GET',
    path: '/captcha/v1/engine-programs',
    access: captchaPolicy['engine.operate'],
    summary: 'Engine-proof programs with known answers, and how honest visitors answered, by engine.',
    response: { status: 200, schema: engineStateSchema },
    problems: [],
  }),
  addEnginePrograms: defineRoute({
    id: 'addEnginePrograms',
    method: 'POST',
    path: '/captcha/v1/engine-programs',
    access: captchaPolicy['engine.operate'],
    summary: 'Add programs with the answers of your own browser. Known programs do not change.',
    body: {
      name: 'engineProgramsNewDto',
      schema: z.strictObject({
        grammar: z.int().min(1).max(255),
        programs: z
          .array(z.strictObject({ program: uint32Schema, answer: uint32Schema }))
          .min(1)
          .max(engineProgramsMax),
      }),
    },
    response: { status: 200, schema: engineStateSchema },
    problems: [],
  }),
}
