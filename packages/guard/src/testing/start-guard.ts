import { startGateway, type RunningGateway, type StartOptions } from '../../../gateway/src/testing/start-gateway.ts'
import { createMemoryStore } from '@bollard/limits'
import { createGuard, type Guard, type GuardOptions, type Reported } from '../guard.ts'
import type { TokenVerdict } from '../page/own-pages.ts'
import { readPolicy } from '../policy/read-policy.ts'
import type { GatewayPolicy } from '../policy/schema.ts'

export const captchaLines = `
captcha:
  api: https://captcha.example.org
  siteKey: bsk_0123456789012345678901
  secretKey: bsec_any
`

/** A file whose one site is shop.example, with these lines of its policies, and more lines at its end. */
export function fileOf(policies: string, more = captchaLines): string {
  return `sites:
  - hosts: [shop.example]
    upstreams: [{ url: "http://127.0.0.1:1" }]
    traps: [/hidden/**]
    policies:
${policies}
${more}`
}

/** Throws with the faults of a file that has any. */
export function policyOf(text: string): GatewayPolicy {
  const result = readPolicy(text)
  if (result.status === 'invalid') throw new Error(JSON.stringify(result.faults))
  return result.policy
}

/** What the owner's Bollard was asked, and what it answers. */
export interface PlayedCaptcha {
  answer: TokenVerdict
  isAway: boolean
  readonly asked: unknown[]
}

export interface RunningGuard extends RunningGateway {
  readonly guard: Guard
  readonly captcha: PlayedCaptcha
  readonly reports: Reported[]
  readonly passed: string[]
  /** The clock of the guard, in milliseconds since 1970. */
  readonly clock: { now: number }
  /** As a browser asks for a page, unless told otherwise. */
  ask(path: string, init?: { method?: string; headers?: Record<string, string>; body?: string }): Promise<Got>
}

export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Addresses in X-Forwarded-For count, since the test's own machine is declared a proxy. */
const throughProxy = 'trustedProxies: [127.0.0.1]\n'

export const browser = {
  host: 'shop.example',
  'x-forwarded-for': '192.0.2.7',
  'x-forwarded-proto': 'https',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en',
  'accept-encoding': 'gzip',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

/** A gateway with a guard before a site that notes what reaches it. */
export async function startGuard(
  text: string,
  options: Partial<GuardOptions> & { readonly gateway?: StartOptions } = {},
): Promise<RunningGuard> {
  const captcha: PlayedCaptcha = { answer: 'PASSED', isAway: false, asked: [] }
  const reports: Reported[] = []
  const passed: string[] = []
  const clock = { now: Date.UTC(2026, 0, 1) }
  const guard = createGuard({
    policy: policyOf(`${throughProxy}${text}`),
    secret: Buffer.alloc(32, 7),
    captcha: {
      async verify(_captcha, token, expected) {
        captcha.asked.push({ token, ...expected })
        return captcha.answer
      },
      isAway: () => captcha.isAway,
    },
    networkData: null,
    store: createMemoryStore({ keysMax: 1_000 }),
    report: (one) => reports.push(one),
    onPass: (way) => passed.push(way),
    now: () => clock.now,
    ...options,
  })
  const running = await startGateway({ decide: guard.decide, trustedProxies: ['127.0.0.1'], ...options.gateway })
  const ask: RunningGuard['ask'] = async (path, { method = 'GET', headers = {}, body } = {}) => {
    const lines = Object.entries({
      ...browser,
      ...headers,
      ...(body !== undefined && { 'content-length': String(body.length) }),
    })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const answer = await running.raw(`${method} ${path} HTTP/1.1\r\n${head}connection: close\r\n\r\n${body ?? ''}`)
    return parse(answer)
  }
  return Object.assign(running, { guard, captcha, reports, passed, clock, ask })
}

function parse(answer: string): Got {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8')
  return { status: Number(first.split(' ')[1]), headers, body }
}

/** The value of a hidden field in a page. */
export function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`, 'u').exec(page)?.[1] ?? ''
}

export const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
