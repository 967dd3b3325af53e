import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { archiveFaults, archiveSettings } from './archive-settings.ts'
import { backupFaults, backupSettings } from './backup/settings.ts'
import { cellFaults, cellSettings } from './cell-settings.ts'
import { gatewayFaults, gatewaySettings } from './gateway/settings.ts'
import { keySettings, list } from './key-settings.ts'
import { monitoringSettings } from './monitoring-settings.ts'
import { protectionSettings } from './protection-settings.ts'
import { sites } from './sites.ts'
import { isOwnMachine, watchFaults, watchSettings } from './watching/watch-settings.ts'

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback)
const origin = z
  .url({ protocol: /^https?$/u })
  .transform((url) => new URL(url).origin)
  .optional()
const network = (text: string) => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const family = isIP(address)
  return family !== 0 && more.length === 0 && /^\d{1,3}$/u.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)
}

/** Every setting, read from the environment. `npm start -- --help` prints the texts of `describe`. */
const schema = z.object({
  HOST: z
    .string()
    .min(1)
    .default('localhost')
    .describe('Address or name to listen on; 0.0.0.0 accepts connections from other machines'),
  WEBSITE_PORT: port(8080).describe('Port of the website'),
  IDENTITY_PORT: port(8081).describe('Port of the identity site (sign up, sign in)'),
  DASHBOARD_PORT: port(8082).describe('Port of the dashboard'),
  DOCS_PORT: port(8083).describe('Port of the documentation'),
  ADMIN_PORT: port(8084).describe('Port of the admin site'),
  STATUS_PORT: port(8085).describe('Port of the public status pages'),
  API_PORT: port(8090).describe('Port of the API and the widget'),
  METRICS_PORT: port(8091).describe('Port for /livez, /readyz and /metrics'),
  ...watchSettings,
  WEBSITE_URL: origin.describe('Public address of the website (default: HOST and the port)'),
  IDENTITY_URL: origin.describe('Public address of the identity site (default: HOST and the port)'),
  DASHBOARD_URL: origin.describe('Public address of the dashboard (default: HOST and the port)'),
  DOCS_URL: origin.describe('Public address of the documentation (default: HOST and the port)'),
  ADMIN_URL: origin.describe('Public address of the admin site (default: HOST and the port)'),
  STATUS_URL: origin.describe('Public address of the status pages (default: HOST and the port)'),
  DOCS_EDIT_URL: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe(
      'Where readers can edit the documentation, up to the path of a file, such as https://git.example.org/bollard/edit/main/',
    ),
  SOURCE_URL: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Where you publish the source that runs here; the website links it'),
  STATUS_PAGE_URL: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Your own status page; the website links it'),
  API_URL: origin.describe('Public address of the API (default: HOST and the port)'),
  API_INTERNAL_URL: origin.describe(
    'Address at which the sites reach the API (default: HOST and API_PORT; with ROLE=sites or TLS_CERT_FILE: API_URL)',
  ),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder of the built-in database and of generated secrets'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(?:ql)?$/u })
    .optional()
    .describe('A PostgreSQL server (15 or newer) instead of the built-in one'),
  DATABASE_READ_URL: z
    .url({ protocol: /^postgres(?:ql)?$/u })
    .optional()
    .describe(
      'A standby of that server, from which logs, statistics, exports and what-if are read; user and password are those of DATABASE_URL (default: all reads go to DATABASE_URL)',
    ),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(10)
    .max(200)
    .optional()
    .describe(
      'Most connections of one process to the database, at least 10; as many again at most to the standby (default: 26 with ROLE=all, 22 with api, 18 with worker, 10 with edge)',
    ),
  ...cellSettings,
  EDGE_DATABASE_URL: z
    .url({ protocol: /^postgres(?:ql)?$/u })
    .optional()
    .describe(
      'How ROLE=edge reaches that server, in place of DATABASE_URL; print it with "npm start -- edge-database-url"',
    ),
  ...backupSettings,
  TLS_CERT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Certificate chain (PEM). The API and all sites then end TLS themselves, and the score also sees how clients speak TLS and HTTP/2. Read again once a minute',
    ),
  TLS_KEY_FILE: z.string().min(1).optional().describe('Private key (PEM) of that certificate'),
  ROLE: z
    .enum(['all', 'edge', 'api', 'sites', 'worker', 'probe', 'gateway'])
    .default('all')
    .describe('Which part to run here: all, edge, api, sites, worker, probe or gateway'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/u })
    .optional()
    .describe(
      'Mail server, such as smtp://user:password@host:587 (default: messages go to a mailbox page of the identity site)',
    ),
  MAIL_FROM: z.string().min(3).default('Bollard <no-reply@localhost>').describe('Sender of e-mails'),
  ...keySettings,
  OPERATOR_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file with name, address, tax numbers and bank account of your company; without it no invoices are issued',
    ),
  PLANS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file with plans and prices instead of the built-in ones (see services/billing/src/plan/default-plans.json)',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Secret key of a Stripe account, for cards and direct debit; without it customers pay by bank transfer'),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).optional().describe('Publishable key of that Stripe account'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret that Stripe signs its events with; they go to /solution/v1/payment-provider/events'),
  STRIPE_API_URL: origin.describe("Address of Stripe's API, for tests or a proxy of your own (default: Stripe)"),
  GOOGLE_ADS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file with customerId, developerToken, clientId, clientSecret and refreshToken of Google Ads; without it you upload conversions by hand',
    ),
  CONSENT: z
    .enum(['specification', 'strict'])
    .default('specification')
    .describe(
      'Whom the website asks about cookies: specification (everybody; a click on an ad stays in the tab until there is a yes) or strict (only visitors who arrive through an ad or a partner, and nothing is kept before a yes; recommended in the EU)',
    ),
  SESSION_REPLAY: z
    .stringbool()
    .default(true)
    .describe(
      'Record what visitors of the website do who have agreed to it: every input is masked, and replays are deleted after 30 days',
    ),
  PAGE_VIEWS: z
    .stringbool()
    .default(true)
    .describe(
      'Count views of the website by page and day, without cookies; with CONSENT=strict only those of visitors who have agreed',
    ),
  PERFORMANCE_EVENTS: z
    .stringbool()
    .optional()
    .describe(
      'Record how fast pages of the website are, as counts by page and day (default: in production only); with CONSENT=strict only for visitors who have agreed',
    ),
  COOKIE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/u)
    .optional()
    .describe("Parent domain of all sites, such as example.org (default: each site's own host)"),
  TRUSTED_PROXIES: list
    .refine(
      (networks) => networks.every(network),
      'needs addresses or networks such as 10.0.0.0/8, separated by commas',
    )
    .default([])
    .describe('Reverse proxies whose X-Forwarded-For to trust: addresses or networks, separated by commas'),
  WEBSITE_SITE_KEY: z
    .string()
    .regex(/^bsk_[0-9A-Za-z]{22}$/u)
    .optional()
    .describe(
      'Site key of the captcha on the website and on status pages, allowed on both hosts (default: generated at the first start; required with ROLE=sites)',
    ),
  WEBSITE_SECRET_KEY: z
    .string()
    .startsWith('bsec_')
    .optional()
    .describe('Secret key of that captcha (default: as above)'),
  IDENTITY_SITE_KEY: z
    .string()
    .regex(/^bsk_[0-9A-Za-z]{22}$/u)
    .optional()
    .describe(
      "Site key of the identity site's own captcha (default: generated at the first start; required with ROLE=api and ROLE=sites while SIGN_UP_CAPTCHA is on)",
    ),
  IDENTITY_SECRET_KEY: z
    .string()
    .startsWith('bsec_')
    .optional()
    .describe('Secret key of that captcha (default: as above)'),
  SIGN_UP_CAPTCHA: z
    .stringbool()
    .default(true)
    .describe("Protect sign-up, password reset and sign-in after failures with the installation's own captcha"),
  SIGN_UPS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(5)
    .describe('How many accounts one network address may create per hour'),
  RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(365)
    .describe(
      'Maximum number of days to keep single verifications; a plan can allow fewer, and owners get 30 unless they change it',
    ),
  ...archiveSettings,
  EXPRESS_LANE: z
    .stringbool()
    .default(true)
    .describe(
      'Answer the two most frequent calls past the web framework; turn it off if a proxy or tool has trouble with it',
    ),
  PRIVATE_WEBHOOKS: z
    .stringbool()
    .default(false)
    .describe('Allow webhooks over plain HTTP and to private networks, for tests and closed networks'),
  ...monitoringSettings,
  ...protectionSettings,
  ...gatewaySettings,
  API_KEYS_FOR: z
    .enum(['operators', 'solution-admins'])
    .default('operators')
    .describe(
      'Who may create API keys that read statistics or manage a solution: operators (administrators of the installation) or solution-admins',
    ),
  SCORE_WEIGHTS: z
    .string()
    .min(1)
    .optional()
    .describe('File with weights of the bot score instead of the built-in ones (see packages/score-refit)'),
  SHADOW_WEIGHTS: z
    .string()
    .min(1)
    .optional()
    .describe('File with trial weights; their score is stored beside the real one and decides nothing'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('warn')
    .describe('Lowest level to log: debug, info, warn or error'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('In production, secrets must be provided; required if HOST accepts connections from other machines'),
})

type Settings = z.infer<typeof schema>

/** The whole configuration, checked and with every address filled in. */
export interface Config extends Omit<Settings, AddressSetting>, Readonly<Record<AddressSetting, string>> {}
type AddressSetting = (typeof sites)[number]['url'] | 'API_URL' | 'API_INTERNAL_URL'

export type ConfigResult =
  | { readonly status: 'valid'; readonly config: Config }
  | { readonly status: 'invalid'; readonly faults: readonly string[] }

/** Reads the environment. Reports all faults at once, each on a line that starts with the name of its setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigResult {
  // An empty variable is how shells and compose files say "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in schema.shape && value !== ''),
  )
  const parsed = schema.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const settings = parsed.success ? parsed.data : asFarAsValid(given)
  faults.push(...crossFaults(settings), ...undecidedFaults(settings, given['NODE_ENV'] !== undefined))
  if (!parsed.success || faults.length > 0) return { status: 'invalid', faults }
  return { status: 'valid', config: withAddresses(parsed.data) }
}

/** Name, default and meaning of every setting, in the order of the schema. */
export function listSettings(): { name: string; default: string; meaning: string }[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const fallback = field.safeParse(undefined).data
    return { name, default: fallback === undefined ? '' : String(fallback), meaning: field.description ?? '' }
  })
}

/** The valid settings alone, so that faults between settings are reported in the same run. */
function asFarAsValid(given: Record<string, unknown>): Settings {
  const rest = { ...given }
  for (const [name, field] of Object.entries(schema.shape)) if (!field.safeParse(rest[name]).success) delete rest[name]
  return schema.parse(rest)
}

function crossFaults(settings: Settings): string[] {
  const faults = watchFaults(settings)
  const ports = [...sites.map(({ port }) => port), 'API_PORT', 'METRICS_PORT'] as const
  for (const [index, name] of ports.entries()) {
    const twin = ports.slice(0, index).find((other) => settings[other] === settings[name])
    if (twin) faults.push(`${name}: same port as ${twin} (${settings[name]})`)
  }
  const hasServices = settings.ROLE === 'all' || settings.ROLE === 'api' || settings.ROLE === 'worker'
  if (settings.ROLE === 'edge' && !settings.EDGE_DATABASE_URL)
    faults.push(
      'EDGE_DATABASE_URL: required with ROLE=edge; print it with "npm start -- edge-database-url" where DATABASE_URL is set',
    )
  if (settings.ROLE === 'edge' && !settings.CAPTCHA_SIGNING_KEYS)
    faults.push('CAPTCHA_SIGNING_KEYS: required with ROLE=edge, the same as for the other roles')
  if (settings.ROLE === 'probe') faults.push(...probeFaults(settings))
  faults.push(...backupFaults(settings), ...gatewayFaults(settings))
  if (hasServices) faults.push(...archiveFaults(settings))
  if (hasServices && settings.ROLE !== 'all' && !settings.DATABASE_URL)
    faults.push(`DATABASE_URL: required with ROLE=${settings.ROLE}, because the built-in database serves one machine`)
  if (settings.DATABASE_READ_URL && !settings.DATABASE_URL && hasServices)
    faults.push('DATABASE_READ_URL: needs DATABASE_URL, the server that it follows')
  faults.push(...cellFaults(settings, hasServices))
  if (settings.TLS_CERT_FILE !== undefined)
    for (const name of [...sites.map(({ url }) => url), 'API_URL'] as const)
      if (settings[name]?.startsWith('http:')) faults.push(`${name}: must start with https: if TLS_CERT_FILE is set`)
  if ((settings.TLS_CERT_FILE === undefined) !== (settings.TLS_KEY_FILE === undefined))
    faults.push('TLS_CERT_FILE: set it together with TLS_KEY_FILE, or neither')
  if ((settings.STRIPE_SECRET_KEY === undefined) !== (settings.STRIPE_WEBHOOK_SECRET === undefined))
    faults.push('STRIPE_SECRET_KEY: set it together with STRIPE_WEBHOOK_SECRET, or neither')
  if ((settings.WEBSITE_SITE_KEY === undefined) !== (settings.WEBSITE_SECRET_KEY === undefined))
    faults.push('WEBSITE_SITE_KEY: set it together with WEBSITE_SECRET_KEY, or neither')
  if ((settings.IDENTITY_SITE_KEY === undefined) !== (settings.IDENTITY_SECRET_KEY === undefined))
    faults.push('IDENTITY_SITE_KEY: set it together with IDENTITY_SECRET_KEY, or neither')
  if ((settings.ROLE === 'api' || settings.ROLE === 'sites') && settings.SIGN_UP_CAPTCHA && !settings.IDENTITY_SITE_KEY)
    faults.push(`IDENTITY_SITE_KEY: required with ROLE=${settings.ROLE}, unless SIGN_UP_CAPTCHA=false`)
  if (settings.ROLE === 'sites' && !settings.WEBSITE_SITE_KEY) faults.push('WEBSITE_SITE_KEY: required with ROLE=sites')
  if ((settings.ROLE === 'api' || settings.ROLE === 'sites') && !settings.INTERNAL_SECRET)
    faults.push(`INTERNAL_SECRET: required with ROLE=${settings.ROLE}, the same for api and sites`)
  if (settings.NODE_ENV === 'production' && hasServices) {
    if (!settings.SESSION_SECRET)
      faults.push('SESSION_SECRET: required in production; generate one with "openssl rand -hex 32"')
    if (!settings.ENCRYPTION_KEY)
      faults.push('ENCRYPTION_KEY: required in production; generate one with "openssl rand -hex 32"')
    if (!settings.CAPTCHA_SIGNING_KEYS)
      faults.push('CAPTCHA_SIGNING_KEYS: required in production; generate one with "openssl rand -hex 32"')
  }
  return [...faults, ...addressFaults(settings)]
}

/** Results and the secrets of checks must not cross a network in clear. */
function probeFaults({ PROBE_TOKEN, API_URL }: Settings): string[] {
  const url = API_URL === undefined ? null : new URL(API_URL)
  return [
    ...(PROBE_TOKEN === undefined ? ['PROBE_TOKEN: required with ROLE=probe'] : []),
    ...(url === null ? ['API_URL: required with ROLE=probe; the address of the API that it reports to'] : []),
    ...(url?.protocol === 'http:' && !isOwnMachine(url.hostname)
      ? ['API_URL: must start with https: for ROLE=probe, unless it is this machine']
      : []),
  ]
}

/** A trial must not go public by accident: it generates its secrets and shows its e-mails on a page. */
function undecidedFaults({ HOST, ROLE }: Settings, isDecided: boolean): string[] {
  if (isDecided || ['worker', 'probe', 'gateway'].includes(ROLE) || isOwnMachine(HOST)) return []
  return [
    `NODE_ENV: required, because HOST=${HOST} accepts connections from other machines. Set it to production, or to development for a trial in a network you trust`,
  ]
}

/** Settings that would let everything start and nobody sign in. */
function addressFaults(settings: Settings): string[] {
  const faults: string[] = []
  const {
    IDENTITY_URL,
    DASHBOARD_URL,
    NODE_ENV,
    ROLE,
    SMTP_URL,
    COOKIE_DOMAIN: parent,
  } = { ...settings, ...withAddresses(settings) }
  // Where nobody names it, the admin site is at an address of the machine itself.
  const hosts = [IDENTITY_URL, DASHBOARD_URL, settings.ADMIN_URL ?? IDENTITY_URL].map((url) => new URL(url).hostname)
  const stranger = hosts.find((host) => parent && host !== parent && !host.endsWith(`.${parent}`))
  if (stranger) faults.push(`COOKIE_DOMAIN: ${stranger} is not below it, so sessions would not reach it`)
  const apart = [...new Set(hosts)]
  if (!parent && apart.length > 1)
    faults.push(`COOKIE_DOMAIN: required, because sessions must reach both ${apart.join(' and ')}`)
  // The worker sends, and the API shows the mailbox where nothing is sent.
  const sendsMails = ROLE === 'all' || ROLE === 'api' || ROLE === 'worker'
  if (
    NODE_ENV === 'production' &&
    sendsMails &&
    !SMTP_URL &&
    !['localhost', '127.0.0.1', '[::1]'].includes(hosts[0] ?? '')
  )
    faults.push('SMTP_URL: required, because the mailbox of the identity site only opens on the machine itself')
  return faults
}

function withAddresses(settings: Settings): Config {
  const everywhere = settings.HOST === '0.0.0.0' || settings.HOST === '::'
  const host = everywhere ? 'localhost' : settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  const endsTls = settings.TLS_CERT_FILE !== undefined
  const local = (number: number) => `${endsTls ? 'https' : 'http'}://${host}:${number}`
  const apiUrl = settings.API_URL ?? local(settings.API_PORT)
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    WEBSITE_URL: settings.WEBSITE_URL ?? local(settings.WEBSITE_PORT),
    IDENTITY_URL: settings.IDENTITY_URL ?? local(settings.IDENTITY_PORT),
    DASHBOARD_URL: settings.DASHBOARD_URL ?? local(settings.DASHBOARD_PORT),
    DOCS_URL: settings.DOCS_URL ?? local(settings.DOCS_PORT),
    ADMIN_URL: settings.ADMIN_URL ?? local(settings.ADMIN_PORT),
    STATUS_URL: settings.STATUS_URL ?? local(settings.STATUS_PORT),
    API_URL: apiUrl,
    API_INTERNAL_URL:
      settings.API_INTERNAL_URL ?? (settings.ROLE === 'sites' || endsTls ? apiUrl : local(settings.API_PORT)),
  }
}
