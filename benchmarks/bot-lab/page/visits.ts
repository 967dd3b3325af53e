import { z } from 'zod'

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** Where things are, in CSS pixels from the top left of the viewport, so that a hand outside the browser can find them. */
const layoutSchema = z.object({
  email: rectangle,
  message: rectangle,
  send: rectangle,
  viewport: z.object({ width: z.number(), height: z.number() }),
  /** The id of the element that has the focus. */
  focused: z.string(),
  /** How many characters stand in each field. */
  filled: z.object({ email: z.number(), message: z.number() }),
})
export type Rectangle = z.infer<typeof rectangle>
export type Layout = z.infer<typeof layoutSchema>

/** What the page reports while somebody is on it. */
export const reportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('layout'), layout: layoutSchema }),
  /** Where the pointer came to rest. */
  z.object({ type: z.literal('pointer'), x: z.number(), y: z.number() }),
  z.object({ type: z.literal('botd'), verdict: z.string() }),
  z.object({ type: z.literal('pressed') }),
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('solved'), verificationId: z.string() }),
  z.object({ type: z.literal('failed'), code: z.string(), verificationId: z.string().nullable() }),
])
export type Report = z.infer<typeof reportSchema>

/** What the customer's server was told about a token. */
const siteverifySchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  verification_id: z.string().optional(),
  outcome: z.enum(['PASSED', 'FLAGGED', 'REFUSED']).optional(),
  reasons: z.array(z.object({ code: z.string(), group: z.string(), weight: z.number() })).optional(),
  'error-codes': z.array(z.string()),
})
export type SiteverifyAnswer = z.infer<typeof siteverifySchema>

/** All that the lab's server knows of one visit. */
export const visitSchema = z.object({
  /** Somebody fetched the page. */
  opened: z.boolean(),
  layout: layoutSchema.nullable(),
  pointer: z.object({ x: z.number(), y: z.number(), count: z.number() }).nullable(),
  /** 'bot: headless_chrome', 'no bot', or an error; null where BotD never answered. */
  botd: z.string().nullable(),
  started: z.boolean(),
  /** The button was pressed, with or without a token. */
  pressed: z.boolean(),
  verificationIds: z.array(z.string()),
  /** Why the widget failed; null while it has not. */
  failure: z.string().nullable(),
  siteverify: siteverifySchema.nullable(),
  /** All of them, of visitors that send more than one form. */
  answers: z.array(siteverifySchema),
  done: z.enum(['passed', 'refused']).nullable(),
})
export type Visit = z.infer<typeof visitSchema>

export function newVisit(): Visit {
  return {
    opened: false,
    layout: null,
    pointer: null,
    botd: null,
    started: false,
    pressed: false,
    verificationIds: [],
    failure: null,
    siteverify: null,
    answers: [],
    done: null,
  }
}

/** The visit after one more report of its page. */
export function withReport(visit: Visit, report: Report): Visit {
  switch (report.type) {
    case 'layout':
      return { ...visit, layout: report.layout }
    case 'pointer':
      return { ...visit, pointer: { x: report.x, y: report.y, count: (visit.pointer?.count ?? 0) + 1 } }
    case 'botd':
      return { ...visit, botd: report.verdict }
    case 'pressed':
      return { ...visit, pressed: true }
    case 'started':
      return { ...visit, started: true, failure: null }
    case 'solved':
      return { ...visit, verificationIds: [...visit.verificationIds, report.verificationId] }
    case 'failed': {
      const ids = report.verificationId === null ? [] : [report.verificationId]
      const refused = report.code === 'refused' ? { done: 'refused' as const } : {}
      return { ...visit, failure: report.code, verificationIds: [...visit.verificationIds, ...ids], ...refused }
    }
  }
}

/** The visit after the form went out and the customer's server asked about its token. */
export function withAnswer(visit: Visit, answer: SiteverifyAnswer): Visit {
  const id = answer.verification_id
  const known = id === undefined || visit.verificationIds.includes(id)
  return {
    ...visit,
    siteverify: answer,
    answers: [...visit.answers, answer],
    done: answer.success ? 'passed' : 'refused',
    verificationIds: known ? visit.verificationIds : [...visit.verificationIds, id],
  }
}

/** What a customer's server does with a token; also without one, which the service refuses. */
export async function siteverify(api: string, secretKey: string, token: string): Promise<SiteverifyAnswer> {
  const answer = await fetch(`${api}/captcha/v1/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token }),
  })
  return siteverifySchema.parse(await answer.json())
}
