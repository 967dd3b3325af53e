import { z } from 'zod'
import { workAlgorithms } from './captcha-verification.ts'
import { idSchema, lineOfText, timeSchema, wordOfText } from './wire.ts'

/*
 * The two calls of a widget. The edge makes its validators, readers and serializers of these schemas when it starts, and the
 * widget takes its types from here, so an optional field is added in this file alone. Bodies are made of texts, numbers, lists
 * and objects; texts of answers need no escape in JSON.
 */

/** A body is read and never changed. */
type Sent<T> = { readonly [Name in keyof T]: Sent<T[Name]> }

/**
 * The work to do. `token` is the signed challenge (base64url); the block to hash is derived from
 * it, see the proof-of-work package. `count` sub-puzzles, each met when the first 32 bits of the
 * hash are below `target`; with `equix` it is the hash of a solution of Equi-X, see its specification in that package.
 */
export const challengeSchema = z.object({
  token: z.string(),
  algorithm: z.enum(workAlgorithms),
  count: z.int(),
  target: z.int(),
  expiresAt: timeSchema,
})
export type Challenge = z.infer<typeof challengeSchema>

const uint32Schema = z.int().min(0).max(0xffff_ffff)
/** What a page may give its own server with a token. */
const pageDataSchema = z.string().max(255).regex(wordOfText)

/**
 * Verdicts of the widget: which checks ran and which found something, one bit each, in the order of the widget's build
 * (`layout`) and sealed for the challenge (`sealVerdicts` of the proof-of-work package; base64url, 27 characters).
 */
const collectedSchema = z.strictObject({
  layout: uint32Schema,
  verdicts: z.string().max(64),
  /** Drawn when the page was opened: which tokens come from one page. */
  page: uint32Schema.optional(),
  /** Of the pauses between keys, the directions of movements and the order of presses; 0 where there was too little of it. */
  digests: z.array(uint32Schema).length(3).optional(),
})
export type Collected = Sent<z.infer<typeof collectedSchema>>

/**
 * `reasons` says who decided (`blocked-by-rule`, `test-key`) or that the work was wrong (`work-wrong`), and nothing else: what
 * was found about the browser stands in the owner's log. The visitor quotes the first 13
 * characters of `verificationId` as reference code, and the log finds it by them.
 */
const refused = z.object({ status: z.literal('refused'), verificationId: idSchema, reasons: z.array(z.string()) })

export const startBodySchema = z.strictObject({
  siteKey: z.string().max(64),
  language: z.string().max(35).optional(),
  action: z.string().max(100).regex(lineOfText).optional(),
  /** Path of the page, for rules; stored nowhere. */
  path: z.string().max(256).regex(lineOfText).optional(),
  /** Lets the customer's own tests and partners pass without work. */
  bypassKey: z.string().max(100).optional(),
  /** As in the answer, for visitors who pass without work. */
  cData: pageDataSchema.optional(),
  /** Of an earlier start that was throttled: the place in the queue. */
  ticket: z.string().max(128).optional(),
  /** Of a decision of `/protection/v1` that asks for more work. */
  workTicket: z.string().max(128).optional(),
})
export type StartBody = Sent<z.infer<typeof startBodySchema>>

export const answerBodySchema = z.strictObject({
  challenge: z.string().max(512),
  /** `count` unsigned 32-bit counters, big-endian, base64url; with `equix` each is followed by the 16 bytes of its solution. */
  solution: z.string().max(1024),
  workMs: z.int().min(0).max(3_600_000),
  collected: collectedSchema.optional(),
  /** Answers to the two engine programs of the challenge. */
  engine: z.array(uint32Schema).length(2).optional(),
  /** What the widget can solve a second round with, beside `sha256`. */
  stepUp: z.literal('equix').optional(),
  /** `proof` of getPrivateToken. */
  privateToken: z.string().max(64).optional(),
  /** What the page gives its own server with the token, as Turnstile does it. Carried in the token and stored nowhere. */
  cData: pageDataSchema.optional(),
  /** As at the start, for rules that wait for the score. */
  path: z.string().max(256).regex(lineOfText).optional(),
  /** As at the start: a site learns a new action from visitors who pass. */
  action: z.string().max(100).regex(lineOfText).optional(),
})
export type AnswerBody = Sent<z.infer<typeof answerBodySchema>>

/** `collect` is false where the site runs in minimal data mode: the widget then reads nothing of the browser and sends no verdicts. `privateToken` asks it to try getPrivateToken. */
export const verificationAnswerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('challenge'),
    verificationId: idSchema,
    collect: z.boolean(),
    privateToken: z.boolean().optional(),
    challenge: challengeSchema,
  }),
  z.object({ status: z.literal('passed'), verificationId: idSchema, token: z.string(), expiresAt: timeSchema }),
  refused,
])
export type VerificationAnswer = z.infer<typeof verificationAnswerSchema>
