import { languages } from '@bollard/i18n'
import { z } from 'zod'
import { monitoringPolicy } from './monitoring-policy.ts'
import { reservedSlugs } from './monitoring-slugs.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, timeSchema, versionSchema } from './wire.ts'
import { contrastOf, ownColours } from './widget-design-faults.ts'

/** Of one solution, whatever the plan allows. */
export const statusPagesMax = 50
/** Of one page. */
export const pageComponentsMax = 200
/** Bytes of a logo, before it is written as a data URL. */
export const logoBytesMax = 48 * 1_024

const code = (name: string) => ({ params: { code: name } })
const line = (max: number) => z.string().trim().min(1).max(max).regex(lineOfText)
/** Several lines, without halves of characters, control characters and marks that turn the direction of the text. */
export const publicText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\t])*$/u)

/** Names a page in its address: letters, digits and single hyphens. */
export const slugSchema = z
  .string()
  .min(3)
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u)
  .refine((slug) => !reservedSlugs.has(slug), code('reserved'))

/** Where a host's owner answers for it; see `hostProof`. */
const proofLabel = '_bollard-challenge.'
/** Name of the TXT record that proves a host. */
export const proofNameOf = (host: string): string => proofLabel + host

/**
 * A name with at least two labels, without port: `status.example.org`. Written as DNS has it: in lower case, `bücher.example` as
 * `xn--bcher-kva.example`. Short enough for a record below it.
 */
const host = z
  .string()
  .overwrite(asciiHost)
  .max(253 - proofLabel.length)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/u)

/** An address or a network, such as `192.0.2.0/24`. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const colour = (theme: 'light' | 'dark') =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/u)
    .refine((one) => contrastOf(one, ownColours[theme].background) >= 4.5, code('contrast-too-low'))

const dataUrl = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/u
const logo = z
  .string()
  .max(Math.ceil(logoBytesMax / 3) * 4 + 40)
  .regex(dataUrl)

const unique = <Item extends z.ZodType>(item: Item, max: number, min = 0) =>
  z
    .array(item)
    .min(min)
    .max(max)
    .refine((all) => new Set(all).size === all.length, code('duplicate'))

/** One service as the page names it. */
const component = {
  serviceId: idSchema,
  /** Public: what the service is called inside is not shown. */
  name: line(100),
  description: line(300).nullable().default(null),
}
const componentDto = z.strictObject({
  /** Of a component that the page has; null adds one. Subscriptions to a component follow its id. */
  id: idSchema.nullable().default(null),
  ...component,
})
const groupOf = <Component extends z.ZodType>(one: Component) =>
  z.strictObject({
    /** Null: without a heading. */
    name: line(100).nullable().default(null),
    components: z.array(one).min(1).max(pageComponentsMax),
  })

const settings = {
  slug: slugSchema,
  /** A host name of your own that shows this page once it is proven, such as `status.example.org`. */
  host: host.nullable().default(null),
  name: line(100),
  description: publicText(1_000).nullable().default(null),
  /** Shown above everything else. */
  announcement: publicText(1_000).nullable().default(null),
  /** Days of posts: one for each day. */
  days: z.int().min(7).max(365).default(90),
  /** Whether response times of the last day are shown. */
  responseTimes: z.boolean().default(false),
  /** Whether maintenance of its components is announced, with the title it was planned with. */
  maintenance: z.boolean().default(true),
  /** The colour of links and marks on light and on dark ground; each has a contrast of 4.5 at least. */
  colors: z
    .strictObject({ light: colour('light').nullable().default(null), dark: colour('dark').nullable().default(null) })
    .default({ light: null, dark: null }),
  /** A PNG, JPEG or WebP picture as a data URL. */
  logo: logo.nullable().default(null),
  /** The first one is for visitors who ask for none of them. */
  languages: unique(z.enum(languages), languages.length, 1),
  /** Who may see the page; none named: everybody. */
  networks: unique(network, 50).default([]),
  /** Asks search engines to leave the page out. */
  noindex: z.boolean().default(false),
  published: z.boolean().default(false),
}
const groups = z
  .array(groupOf(componentDto))
  .max(50)
  .default([])
  .refine((all) => all.reduce((sum, { components }) => sum + components.length, 0) <= pageComponentsMax, {
    ...code('too-many'),
  })

/** ENDING: served until `endsAt`, because the record is gone. */
const hostProofStates = ['UNPROVEN', 'PROVEN', 'ENDING'] as const
/** HELD: the record is there, but another page has proven the host, and its record is there too. */
const hostFindings = ['RECORD', 'NO_RECORD', 'NO_ANSWER', 'HELD'] as const
export type HostFinding = (typeof hostFindings)[number]

/** How the page's host is proven: by a TXT record with this name and this value, which stays. */
const hostProof = z.object({
  name: z.string(),
  value: z.string(),
  state: z.enum(hostProofStates),
  /** What DNS said last; null before the first check. */
  found: z.enum(hostFindings).nullable(),
  /** Whether the host had an address of the installation's status pages; null where that could not be found out. */
  pointsHere: z.boolean().nullable(),
  checkedAt: timeSchema.nullable(),
  provenAt: timeSchema.nullable(),
  endsAt: timeSchema.nullable(),
})

export const statusPageSchema = z.object({
  id: idSchema,
  ...settings,
  /** Null without a host of its own. */
  hostProof: hostProof.nullable(),
  groups: z.array(groupOf(z.strictObject({ id: idSchema, ...component }))),
  hasPassword: z.boolean(),
  /** Confirmed subscribers. */
  subscribers: z.int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type StatusPage = z.infer<typeof statusPageSchema>

const password = z.string().min(8).max(200)
/** What a status page is made of. */
export const statusPageNewSchema = z.strictObject({
  ...settings,
  groups,
  password: password.nullable().default(null),
})
const newDto = statusPageNewSchema
const changeDto = z.strictObject({
  ...settings,
  groups,
  /** A new password, `KEEP` for the one that there is, or null for none. */
  password: z
    .union([z.literal('KEEP'), password])
    .nullable()
    .default('KEEP'),
  version: versionSchema,
})
export type StatusPageNew = z.infer<typeof newDto>
export type StatusPageChange = z.infer<typeof changeDto>

const solutionParams = z.strictObject({ solutionId: idSchema })
export const statusPageParams = solutionParams.extend({ statusPageId: idSchema })
const pages = '/monitoring/v1/solutions/{solutionId}/status-pages'

export const monitoringPageRoutes = {
  listStatusPages: defineRoute({
    id: 'listStatusPages',
    method: 'GET',
    path: pages,
    access: monitoringPolicy['monitoring.read'],
    summary: `All status pages of a solution, oldest first; at most ${statusPagesMax}, so there is one page.`,
    params: solutionParams,
    response: { status: 200, schema: pageOf(statusPageSchema) },
    problems: [],
  }),
  createStatusPage: defineRoute({
    id: 'createStatusPage',
    method: 'POST',
    path: pages,
    access: monitoringPolicy['status-page.change'],
    summary: 'Make a status page. The plan limits how many there are. Only a published page can be seen by visitors.',
    params: solutionParams,
    body: { name: 'statusPageNewDto', schema: newDto },
    response: { status: 201, schema: statusPageSchema },
    location: `${pages}/{id}`,
    repeatable: {},
    problems: ['quota-exceeded', 'in-use', 'idempotency-mismatch', 'state-conflict'],
  }),
  getStatusPage: defineRoute({
    id: 'getStatusPage',
    method: 'GET',
    path: `${pages}/{statusPageId}`,
    access: monitoringPolicy['monitoring.read'],
    summary: 'One status page as it is set up.',
    params: statusPageParams,
    response: { status: 200, schema: statusPageSchema },
    problems: [],
  }),
  updateStatusPage: defineRoute({
    id: 'updateStatusPage',
    method: 'PUT',
    path: `${pages}/{statusPageId}`,
    access: monitoringPolicy['status-page.change'],
    summary:
      'Change a status page; `version` is the version you read. Subscriptions to components that are left out end with them.',
    params: statusPageParams,
    body: { name: 'statusPageDto', schema: changeDto },
    response: { status: 200, schema: statusPageSchema },
    problems: ['version-conflict', 'in-use'],
  }),
  proveStatusHost: defineRoute({
    id: 'proveStatusHost',
    method: 'POST',
    path: `${pages}/{statusPageId}/host-proofs`,
    access: monitoringPolicy['status-page.change'],
    summary:
      'Look for the TXT record of the page’s host now. Until it is found, the host shows nothing; the first page to prove a host gets it, and keeps it while its record is there.',
    params: statusPageParams,
    response: { status: 200, schema: statusPageSchema },
    problems: ['state-conflict', 'rate-limited'],
  }),
  deleteStatusPage: defineRoute({
    id: 'deleteStatusPage',
    method: 'DELETE',
    path: `${pages}/{statusPageId}`,
    access: monitoringPolicy['status-page.change'],
    summary: 'Delete a status page with its reports and its subscribers.',
    params: statusPageParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
} as const

function asciiHost(text: string): string {
  const host = text.trim()
  // What is more than a host stays as it is, and is refused.
  if (/[\s/?#@%\\:[\]]/u.test(host)) return host
  return URL.parse(`http://${host}/`)?.hostname.replace(/\.$/u, '') ?? ''
}
