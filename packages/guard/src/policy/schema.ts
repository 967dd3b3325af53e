import { isIP } from 'node:net'
import { parseNetwork } from '@bollard/addresses'
import { type Purpose, purposes } from '@bollard/crawlers/purposes'
import { z } from 'zod'
import { isPathPattern } from './path-pattern.ts'

/** A rule of its own, whose code stands in the fault. */
const because = (code: string) => ({ params: { code } })

const host = z
  .string()
  .max(253)
  .refine((text) => /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/u.test(text) || isIP(text) !== 0, because('host-invalid'))
const origin = z
  .url({ protocol: /^https?$/u })
  .refine((text) => URL.canParse(text) && new URL(text).origin === text.replace(/\/$/u, ''), because('origin-invalid'))
const file = z.string().min(1).max(1_000)
const ms = (min: number, max: number) => z.int().min(min).max(max)
const note = z.string().trim().min(1).max(500)
/** A day or a moment in ISO 8601, as milliseconds since 1970; null for ever. */
const until = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .nullable()
  .default(null)
  .transform((text) => (text === null ? null : Date.parse(text)))

/** What an owner wants of a kind of program. */
export const programActions = ['ALLOW', 'CHALLENGE', 'DENY'] as const
/** Words for purposes that a file once had, or that others use, and the one that counts. */
export const formerPurposes: Readonly<Record<string, ProgramPurpose>> = {
  AI_ASSISTANT: 'AI_USER',
  FEED: 'FEED_READER',
  MONITORING: 'MONITOR',
}

const limit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['FIXED_WINDOW', 'SLIDING_WINDOW']), limit: z.int(), windowMs: z.int() }),
  z.strictObject({ kind: z.literal('TOKEN_BUCKET'), limit: z.int(), tokens: z.int(), everyMs: z.int() }),
  z.strictObject({ kind: z.literal('CONCURRENCY'), limit: z.int(), leaseMs: z.int() }),
  z.strictObject({ kind: z.literal('QUOTA'), limit: z.int(), period: z.enum(['DAY', 'MONTH']), zone: z.string() }),
])

const keyPart = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('network'),
    v4: z.union([z.literal(24), z.literal(32)]).optional(),
    v6: z.union([z.literal(48), z.literal(56), z.literal(64)]).optional(),
  }),
  // A gateway reads no bodies and knows no accounts, so `user` and `email` are none of its keys.
  z.strictObject({ from: z.enum(['operator', 'country', 'path', 'ticket', 'tls']) }),
  z.strictObject({ from: z.enum(['header', 'cookie']), name: z.string() }),
  z.strictObject({ from: z.literal('expression'), text: z.string().max(500) }),
])

const work = (min: number, max: number) => z.strictObject({ EASY: ms(min, max), HARD: ms(min, max) })
const ladder = z.strictObject({
  steps: z
    .array(z.strictObject({ rung: z.enum(['LOG', 'EASY', 'HARD', 'THROTTLE', 'DENY']), fromPercent: z.int() }))
    .min(1)
    .max(5),
  holdMs: z.int(),
  credit: work(0, 1_000),
  work: work(1, 10_000),
})

const limiter = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,64}$/u),
  limit,
  key: z.array(keyPart).min(1).max(4),
  missing: z.enum(['SKIP', 'SHARE']).default('SHARE'),
  counts: z.enum(['BEFORE', 'AFTER_FAILURE', 'AFTER_SUCCESS']).default('BEFORE'),
  mode: z.enum(['LIVE', 'DRY_RUN']).default('DRY_RUN'),
  outage: z.enum(['OPEN', 'CLOSED', 'LOCAL']).default('LOCAL'),
  ladder: z
    .union([ladder, z.literal('USUAL')])
    .nullable()
    .default(null),
  overrides: z
    .array(z.strictObject({ values: z.array(z.string()), limit: z.int().nullable(), until, note }))
    .max(1_000)
    .default([]),
})

const policy = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,64}$/u),
  /** Any path where it is left out. */
  paths: z
    .array(z.string().refine(isPathPattern, because('path-invalid')))
    .min(1)
    .max(200)
    .optional(),
  /** Any method where it is left out. */
  methods: z
    .array(z.string().regex(/^[A-Z]{1,20}$/u))
    .min(1)
    .max(20)
    .optional(),
  mode: z.enum(['LIVE', 'DRY_RUN']).default('DRY_RUN'),
  /** Ids of limiters. */
  limiters: z.array(z.string()).max(20).default([]),
  challenge: z.enum(['ALWAYS', 'SUSPICIOUS', 'NEVER']).default('NEVER'),
  /** Files that belong to a page, feeds, and what crawlers are told; default: PASS where no paths are named. */
  staticFiles: z.enum(['PASS', 'AS_OTHERS']).optional(),
  programs: z.partialRecord(z.enum(purposes), z.enum(programActions)).default({}),
  pass: z
    .strictObject({ minutes: z.int().min(30).max(720).default(240), cookies: z.boolean().default(true) })
    .prefault({}),
  /** Whether visitors without scripts may wait instead; only where no limiter asks for hard work. */
  withoutScript: z.enum(['WAIT', 'NO']).default('WAIT'),
  /** Statuses of the site that count as failures for limiters; default: 400 to 499. */
  failures: z.array(z.int().min(100).max(599)).min(1).max(50).optional(),
})

const captcha = z
  .strictObject({
    /** Where the owner's Bollard answers. */
    api: origin.transform((text) => new URL(text).origin),
    siteKey: z.string().regex(/^bsk_[0-9A-Za-z]{22}$/u),
    secretKey: z.string().startsWith('bsec_').optional(),
    secretKeyFile: file.optional(),
    /** What becomes of requests that need a challenge while nobody can give one. */
    whenAway: z.enum(['PASS', 'REFUSE']).default('PASS'),
  })
  .refine(({ secretKey, secretKeyFile }) => (secretKey === undefined) !== (secretKeyFile === undefined), {
    path: ['secretKey'],
    ...because('one-secret-key'),
  })

/** The owner's dashboard, whose limiters, allow-list, proxies and programs hold beside the file, and which is told what was decided. */
const dashboard = z.strictObject({
  api: origin.transform((text) => new URL(text).origin),
  /** An API key of the site's solution, with the scope `verify`. */
  secretKeyFile: file,
})

/** What crawlers are told at `/robots.txt`. */
const robots = z
  .strictObject({
    /** `LEAVE`: what the site says. `MERGE`: that, and what the policies refuse. `OWN`: the latter alone. */
    mode: z.enum(['LEAVE', 'MERGE', 'OWN']).default('LEAVE'),
    /** Its whole address, where no other line names it. */
    sitemap: z
      .url({ protocol: /^https?$/u })
      .max(2_000)
      .regex(/^[\u0021-\u007e]+$/u)
      .optional(),
  })
  .prefault({})

/** A bot that signs its requests, and the keys that it publishes. */
const signedBot = z.strictObject({
  /** Its address, as `Signature-Agent` names it. */
  agent: z
    .url({ protocol: /^https$/u })
    .max(500)
    .refine(
      (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
      because('agent-invalid'),
    ),
  /** What the agent answers at `/.well-known/http-message-signatures-directory`. */
  directoryFile: file,
  /** As the site and the log are told it; default: the host of the agent. */
  name: z
    .string()
    .regex(/^[\w .-]{1,60}$/u)
    .optional(),
  purpose: z.enum(purposes),
})

const site = z.strictObject({
  hosts: z.array(host).min(1).max(100),
  upstreams: z
    .array(z.strictObject({ url: origin, caFile: file.optional() }))
    .min(1)
    .max(50),
  hostHeader: z.enum(['VISITOR', 'UPSTREAM']).default('VISITOR'),
  health: z
    .strictObject({ path: z.string().startsWith('/'), everyMs: ms(1_000, 600_000), timeoutMs: ms(100, 60_000) })
    .optional(),
  certificate: z.union([z.literal('ACME'), z.strictObject({ certFile: file, keyFile: file })]).optional(),
  captcha: captcha.optional(),
  dashboard: dashboard.optional(),
  /** Where visitors can say that they were stopped in error: `mailto:` or `https:`. */
  contact: z
    .string()
    .max(500)
    .refine((text) => /^(?:mailto:[^\s@?]+@[^\s@?]+|https:\/\/\S+)$/u.test(text), because('contact-invalid'))
    .optional(),
  /** Paths that no person is led to. A visitor who asks for one is remembered for an hour. */
  traps: z
    .array(z.string().refine(isPathPattern, because('path-invalid')))
    .max(50)
    .default([]),
  /** Paths that change daily and that no person is led to; the site gets that of the day as `Bollard-Trap`. */
  trapLinks: z.boolean().default(false),
  robots,
  policies: z.array(policy).max(200).default([]),
})

/** The whole file. Everything but sites is optional; every part begins in dry run. */
export const policySchema = z.strictObject({
  listen: z
    .strictObject({
      host: z.string().min(1).default('0.0.0.0'),
      http: z.int().min(0).max(65_535).nullable().default(80),
      https: z.int().min(0).max(65_535).nullable().default(null),
    })
    .prefault({}),
  /** Proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: z
    .array(z.string().refine((text) => parseNetwork(text) !== null, because('network-invalid')))
    .max(1_000)
    .default([]),
  whenUndecided: z.enum(['PASS', 'REFUSE']).default('PASS'),
  /** 32 bytes or more that sign passes, the same for all gateways of a site; default: made once in the data folder. */
  secretFile: file.optional(),
  /** 32 bytes or more that the owner's monitoring signs its passes with; without it there are none. */
  probeSecretFile: file.optional(),
  captcha: captcha.optional(),
  dashboard: dashboard.optional(),
  acme: z
    .strictObject({
      directory: z.url({ protocol: /^https$/u }).default('https://acme-v02.api.letsencrypt.org/directory'),
      email: z.email().optional(),
      /** The owner accepts the terms of the authority. */
      termsAgreed: z.literal(true),
      /** Of the authority itself, where it is one's own. */
      caFile: file.optional(),
    })
    .optional(),
  allow: z
    .array(z.strictObject({ field: z.enum(['address', 'operator']), value: z.coerce.string(), until, note }))
    .max(1_000)
    .default([]),
  limiters: z.array(limiter).max(200).default([]),
  signedBots: z.array(signedBot).max(200).default([]),
  sites: z.array(site).min(1).max(200),
  log: z
    .strictObject({
      decisions: z.enum(['NONE', 'NOT_ALLOWED', 'ALL']).default('NOT_ALLOWED'),
      addresses: z.boolean().default(false),
    })
    .prefault({}),
})

export type GatewayPolicy = z.infer<typeof policySchema>
export type SitePolicy = GatewayPolicy['sites'][number]
export type PathPolicy = SitePolicy['policies'][number]
export type CaptchaOf = NonNullable<GatewayPolicy['captcha']>
export type ProgramAction = (typeof programActions)[number]
export type ProgramPurpose = Purpose

/** A policy with what it is by default. */
export function policyOfPaths({
  name,
  ...given
}: {
  readonly name: string
  readonly mode: PathPolicy['mode']
}): PathPolicy {
  return { ...policy.parse({ name: 'default', ...given }), name }
}
