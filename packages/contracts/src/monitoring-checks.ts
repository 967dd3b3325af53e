import { assertionSources, comparisons } from '@bollard/uptime'
import { z } from 'zod'
import { timezoneSchema } from './solution.ts'
import { idSchema, lineOfText } from './wire.ts'

export { assertionSources, comparisons }

/**
 * What can be monitored. A prober checks the first ten, and the figures of a captcha are read here; a heartbeat is told of, a group has
 * members, and a state is set by hand.
 */
export const checkKinds = [
  'HTTP',
  'CERTIFICATE',
  'TCP',
  'DNS',
  'ICMP',
  'DOMAIN',
  'WEBSOCKET',
  'SMTP',
  'GRPC',
  'FORM',
  'PASS_RATE',
  'HEARTBEAT',
  'GROUP',
  'MANUAL',
] as const
export type CheckKind = (typeof checkKinds)[number]

/** Kinds that only processes of the installation check: they ask its captcha, which probes elsewhere cannot. */
export const captchaKinds = ['FORM', 'PASS_RATE'] as const

/** Kinds that no prober checks: their configuration has neither timeout nor assertions. */
export const toldKinds = ['HEARTBEAT', 'GROUP', 'MANUAL'] as const

export const dnsRecordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'SRV'] as const

const code = (name: string) => ({ params: { code: name } })
/** A name or an address, without scheme, path and port. */
const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .refine((text) => isBareHost(text), code('host'))
const port = z.int().min(1).max(65_535)
const warningDays = z.int().min(1).max(365)
const line = (max: number) => z.string().max(max).regex(lineOfText)
/** What is sent or waited for, which may have several lines. */
const exchanged = z.string().min(1).max(4_096).nullable()
const url = (protocols: readonly string[]) =>
  z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .regex(lineOfText)
    .refine((text) => isUrlOf(text, protocols), code('url'))
const headers = z
  .array(
    z.strictObject({
      name: z
        .string()
        .min(1)
        .max(128)
        .regex(/^[!#$%&'*+.^_`|~\w-]+$/u),
      value: line(4_096),
    }),
  )
  .max(20)
  // What is secret has fields of its own, which are sealed and never shown.
  .refine((all) => all.every(({ name }) => name.toLowerCase() !== 'authorization'), code('use-authentication'))

/** As a gateway has it. */
const gatewaySecretMin = 32

/** A secret that is null keeps the one that there is. */
const secret = (max: number, min = 1) => z.string().min(min).max(max).nullable()
/** A secret where a check is read: never there. */
const hidden = () => z.null()
const authentication = <Secret extends z.ZodType>(secretOf: (max: number) => Secret) =>
  z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('BASIC'), user: line(200).min(1), password: secretOf(500) }),
      z.strictObject({ kind: z.literal('BEARER'), token: secretOf(4_096) }),
      z.strictObject({
        kind: z.literal('CLIENT_CERTIFICATE'),
        certificate: z
          .string()
          .min(1)
          .max(16_384)
          .regex(/^-----BEGIN CERTIFICATE-----/u),
        key: secretOf(16_384),
      }),
    ])
    .nullable()

/**
 * That the address stands behind a gateway of page protection, which lets a check pass that proves itself. `secret` is the text of the file
 * that the gateway's own file names as `probeSecretFile`; of it only a key for the host of the address is kept.
 */
const gateway = <Secret extends z.ZodType>(secretOf: (max: number, min: number) => Secret) =>
  z.strictObject({ secret: secretOf(500, gatewaySecretMin) }).optional()

/** One demand on an answer. `target` names a header or is a JSON path; `value` is null for EXISTS and NOT_EXISTS. */
export const assertionSchema = z
  .strictObject({
    source: z.enum(assertionSources),
    target: line(500).min(1).nullable(),
    comparison: z.enum(comparisons),
    value: z.string().max(1_000).nullable(),
    verdict: z.enum(['DOWN', 'DEGRADED']),
  })
  .refine(({ source, target }) => (source === 'HEADER' || source === 'JSON') === (target !== null), {
    path: ['target'],
    ...code('target-of-source'),
  })
  .refine(({ comparison, value }) => (comparison === 'EXISTS' || comparison === 'NOT_EXISTS') === (value === null), {
    path: ['value'],
    ...code('value-of-comparison'),
  })

const run = {
  /** Milliseconds; less than the interval. */
  timeoutMs: z.int().min(1_000).max(60_000).default(8_000),
  assertions: z.array(assertionSchema).max(20).default([]),
}

const followed = {
  redirectsMax: z.int().min(0).max(10).default(5),
  /** Codes and ranges that are good, such as `200-299,401`. */
  statusCodes: z
    .string()
    .max(200)
    .regex(/^[1-5]\d\d(?:-[1-5]\d\d)?(?:,[1-5]\d\d(?:-[1-5]\d\d)?){0,19}$/u)
    .default('200-299'),
  family: z.enum(['ANY', 'IPV4', 'IPV6']).default('ANY'),
}

const httpCheck = <Secret extends z.ZodType>(secretOf: (max: number, min?: number) => Secret) =>
  z.strictObject({
    kind: z.literal('HTTP'),
    target: z.strictObject({
      url: url(['http:', 'https:']),
      method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET'),
      headers: headers.default([]),
      body: z.string().max(65_536).nullable().default(null),
      redirectsMax: followed.redirectsMax,
      authentication: authentication(secretOf).default(null),
      statusCodes: followed.statusCodes,
      family: followed.family,
      /** DEGRADED when the certificate has fewer days left; null does not look. */
      certificateWarningDays: warningDays.nullable().default(null),
      gateway: gateway(secretOf),
    }),
    ...run,
  })

const webSocketCheck = <Secret extends z.ZodType>(secretOf: (max: number, min?: number) => Secret) =>
  z.strictObject({
    kind: z.literal('WEBSOCKET'),
    target: z.strictObject({
      url: url(['ws:', 'wss:']),
      headers: headers.default([]),
      send: exchanged.default(null),
      expect: exchanged.default(null),
      gateway: gateway(secretOf),
    }),
    ...run,
  })

/** What a prober does besides, by its kind. */
const otherProbedChecks = [
  z.strictObject({
    kind: z.literal('CERTIFICATE'),
    target: z.strictObject({
      host,
      port: port.default(443),
      serverName: host.nullable().default(null),
      warningDays: warningDays.default(14),
    }),
    ...run,
  }),
  z.strictObject({
    kind: z.literal('TCP'),
    target: z.strictObject({ host, port, send: exchanged.default(null), expect: exchanged.default(null) }),
    ...run,
  }),
  z.strictObject({
    kind: z.literal('DNS'),
    target: z.strictObject({
      name: host,
      recordType: z.enum(dnsRecordTypes).default('A'),
      /** Address of the resolver that is asked; null asks the system's. */
      resolver: host.nullable().default(null),
      expected: z.array(line(1_000).min(1)).max(20).default([]),
      match: z.enum(['ANY', 'ALL']).default('ANY'),
    }),
    ...run,
  }),
  z.strictObject({
    kind: z.literal('ICMP'),
    target: z.strictObject({ host, packets: z.int().min(1).max(10).default(3) }),
    ...run,
  }),
  z.strictObject({
    kind: z.literal('DOMAIN'),
    target: z.strictObject({ name: host, warningDays: warningDays.default(30) }),
    ...run,
  }),
  z.strictObject({
    kind: z.literal('SMTP'),
    target: z.strictObject({ host, port: port.default(25), startTls: z.boolean().default(true) }),
    ...run,
  }),
  z.strictObject({
    kind: z.literal('GRPC'),
    target: z.strictObject({ host, port, tls: z.boolean().default(true), service: line(200).default('') }),
    ...run,
  }),
] as const

/** Figures of a captcha that are held against the same hour of the weeks before. */
export const passRateFigureNames = ['solveRate', 'timeToSolveP95', 'stepUpShare', 'refusalShare'] as const
const score = z.number().min(2).max(50)

/** What is typed into a field, which may be nothing at all. */
const typedValue = () => z.string().max(4_096).nullable()
const withinSeconds = z.int().min(1).max(55)
const signalledById = z.strictObject({ serviceId: idSchema, withinSeconds })

/**
 * A form with a captcha of this installation, which is filled in and sent; `signalled` says which service the system behind it signals, and
 * how soon.
 */
const formCheck = <
  Value extends z.ZodType,
  Signalled extends z.ZodType<{ withinSeconds: number }>,
  Secret extends z.ZodType,
>(
  valueOf: () => Value,
  signalled: Signalled,
  secretOf: (max: number, min?: number) => Secret,
) =>
  z
    .strictObject({
      kind: z.literal('FORM'),
      target: z.strictObject({
        url: url(['http:', 'https:']),
        /** Of a captcha of the same owner, or of one whose settings name this solution in `monitoredBy`. */
        siteKey: z
          .string()
          .trim()
          .regex(/^[\w-]{8,64}$/u),
        /** Values are sealed and never shown; one that is null stays as it is. `{{run}}` in a value is another text each time. */
        fields: z
          .array(z.strictObject({ name: line(200).min(1), value: valueOf() }))
          .max(50)
          .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, code('duplicate'))
          .default([]),
        responseField: line(100).min(1).default('bollard-response'),
        /** Whether it is read and sent without scripts, or by a browser where the operator names one. */
        way: z.enum(['PROTOCOL', 'BROWSER']).default('PROTOCOL'),
        ...followed,
        /**
         * The service of kind HEARTBEAT that the system behind the form signals, and how soon. Where a field has `{{run}}`, only a signed
         * heartbeat counts whose nonce is that text.
         */
        heartbeat: signalled.nullable().default(null),
        gateway: gateway(secretOf),
      }),
      ...run,
    })
    .refine(
      ({ target: { heartbeat }, timeoutMs }) => heartbeat === null || heartbeat.withinSeconds * 1_000 < timeoutMs,
      { path: ['target', 'heartbeat', 'withinSeconds'], ...code('longer-than-timeout') },
    )

/** Figures of a captcha. */
const passRateCheck = z
  .strictObject({
    kind: z.literal('PASS_RATE'),
    target: z.strictObject({
      /** A captcha of the same owner. */
      solutionId: idSchema,
      figures: z
        .array(z.enum(passRateFigureNames))
        .min(1)
        .max(4)
        .refine((all) => new Set(all).size === all.length, code('duplicate'))
        .default([...passRateFigureNames]),
      /** Fewer visitors in an hour say nothing. */
      volumeMin: z.int().min(20).max(100_000).default(50),
      /** Modified z-scores from which a figure is unusual, and from which the captcha counts as down. */
      degradedScore: score.default(3.5),
      downScore: score.default(10),
    }),
    timeoutMs: run.timeoutMs,
    /** There is no answer to hold them against. */
    assertions: z.array(assertionSchema).max(0).default([]),
  })
  .refine(({ target: { degradedScore, downScore } }) => degradedScore <= downScore, {
    path: ['target', 'downScore'],
    ...code('too-small'),
  })

const cronLine = z.string().trim().min(9).max(200).regex(lineOfText)

/** A group of services that `member` names. */
const groupCheck = <Member extends z.ZodType<string>>(member: Member) =>
  z.strictObject({
    kind: z.literal('GROUP'),
    target: z
      .strictObject({
        members: z.array(member).min(1).max(100),
        rule: z.enum(['ALL', 'ANY', 'AT_LEAST']).default('ALL'),
        least: z.int().min(1).max(100).nullable().default(null),
      })
      .refine(({ rule, least }) => (rule === 'AT_LEAST') === (least !== null), {
        path: ['least'],
        ...code('least-of-rule'),
      })
      .refine(({ members }) => new Set(members).size === members.length, { path: ['members'], ...code('duplicate') })
      .refine(({ members, least }) => least === null || least <= members.length, {
        path: ['least'],
        ...code('too-large'),
      }),
  })

/** What no prober checks, by its kind. */
const toldChecks = [
  z.strictObject({
    kind: z.literal('HEARTBEAT'),
    /** A period in seconds, or a cron line of five fields in a time zone. */
    target: z
      .strictObject({
        periodSeconds: z.int().min(30).max(2_678_400).nullable().default(null),
        cron: cronLine.nullable().default(null),
        timeZone: timezoneSchema.nullable().default(null),
        graceSeconds: z.int().min(0).max(86_400).default(60),
      })
      .refine(({ periodSeconds, cron }) => (periodSeconds === null) !== (cron === null), {
        path: ['periodSeconds'],
        ...code('period-or-cron'),
      })
      .refine(({ cron, timeZone }) => (cron === null) === (timeZone === null), {
        path: ['timeZone'],
        ...code('time-zone-of-cron'),
      }),
  }),
  groupCheck(idSchema),
  z.strictObject({
    kind: z.literal('MANUAL'),
    target: z.strictObject({ state: z.enum(['UP', 'DEGRADED', 'DOWN', 'UNKNOWN']) }),
  }),
] as const

/** Everything that can be monitored. */
export const checkSchema = z.discriminatedUnion('kind', [
  httpCheck(secret),
  webSocketCheck(secret),
  ...otherProbedChecks,
  formCheck(typedValue, signalledById, secret),
  passRateCheck,
  ...toldChecks,
])
/** The same as it is shown: without its secrets. */
export const shownCheckSchema = z.discriminatedUnion('kind', [
  httpCheck(hidden),
  webSocketCheck(hidden),
  ...otherProbedChecks,
  formCheck(hidden, signalledById, hidden),
  passRateCheck,
  ...toldChecks,
])
/** The same in a file, where keys take the place of ids. */
export const checkInFileSchema = <Key extends z.ZodType<string>>(key: Key) =>
  z.discriminatedUnion('kind', [
    httpCheck(secret),
    webSocketCheck(secret),
    ...otherProbedChecks,
    formCheck(typedValue, z.strictObject({ service: key, withinSeconds }), secret),
    passRateCheck,
    toldChecks[0],
    groupCheck(key),
    toldChecks[2],
  ])
export type MonitoringCheck = z.infer<typeof checkSchema>
export type ShownCheck = z.infer<typeof shownCheckSchema>
export const probedCheckSchema = z.discriminatedUnion('kind', [
  httpCheck(secret),
  webSocketCheck(secret),
  ...otherProbedChecks,
  formCheck(typedValue, signalledById, secret),
  passRateCheck,
])
export type ProbedCheck = z.infer<typeof probedCheckSchema>
/** What a probe elsewhere can check: all but what asks the captcha of the installation. */
export const assignedCheckSchema = z.discriminatedUnion('kind', [
  httpCheck(secret),
  webSocketCheck(secret),
  ...otherProbedChecks,
])
export type AssignedCheck = z.infer<typeof assignedCheckSchema>

function isBareHost(text: string): boolean {
  if (/[\s/?#@%\\]/u.test(text)) return false
  const isIpV6 = text.includes(':')
  return URL.canParse(`http://${isIpV6 ? `[${text}]` : text}/`)
}

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocols.includes(protocol) && username === '' && password === ''
}
