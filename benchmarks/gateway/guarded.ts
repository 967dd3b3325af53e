import { join } from 'node:path'
import { createGateway, type Gateway, type Visit } from '@bollard/gateway'
import { createGuard, type Guard, readPolicy } from '@bollard/guard'
import { openNetworkData } from '@bollard/network-data'
import { makeTestFolder } from '@bollard/testing'
import { identifyCrawlers } from '../../server/gateway/identify-crawlers.ts'
import { reportDecisions } from '../../server/gateway/report-decisions.ts'

/** As a browser sends it; a pass is bound to its user agent. */
export const browser = {
  host: 'shop.example',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.5',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** Three limiters that count, crawlers by name and proof, and a challenge that a pass answers: what a site has that is protected. */
const file = (upstream: string) => `
trustedProxies: [127.0.0.1]
captcha: { api: "http://127.0.0.1:1", siteKey: bsk_0123456789012345678901, secretKey: bsec_a }
limiters:
  - { id: network, mode: LIVE, limit: { kind: TOKEN_BUCKET, limit: 1000000, tokens: 1000000, everyMs: 1000 }, key: [{ from: network }] }
  - { id: path, mode: LIVE, limit: { kind: SLIDING_WINDOW, limit: 1000000, windowMs: 1000 }, key: [{ from: network }, { from: path }] }
  - { id: agent, mode: LIVE, limit: { kind: FIXED_WINDOW, limit: 1000000, windowMs: 1000 }, key: [{ from: header, name: user-agent }] }
sites:
  - hosts: [shop.example]
    upstreams: [{ url: "${upstream}" }]
    policies:
      - name: all
        mode: LIVE
        limiters: [network, path, agent]
        challenge: ALWAYS
        programs: { SEARCH: ALLOW, AI_TRAINING: DENY, FEED_READER: ALLOW }
`

export interface Guarded {
  readonly guard: Guard
  readonly gateway: Gateway
}

/** A gateway with all that decides in a process of its own, before a site. The captcha takes any token. */
export async function startGuarded(upstream: string): Promise<Guarded> {
  const result = readPolicy(file(upstream))
  if (result.status === 'invalid') throw new Error(JSON.stringify(result.faults))
  const folder = await makeTestFolder()
  const { identify } = await identifyCrawlers({ folder: join(folder.path, 'ranges'), say: console.error })
  const reporter = reportDecisions(
    () => undefined,
    () => undefined,
  )
  const guard = createGuard({
    policy: result.policy,
    secret: Buffer.alloc(32, 7),
    captcha: { verify: async () => 'PASSED', isAway: () => false },
    networkData: openNetworkData(),
    identify,
    report: reporter.take,
  })
  const { sites } = result.policy
  const gateway = createGateway({
    sites: sites.map(({ hosts, upstreams }) => ({ hosts, upstreams: upstreams.map(({ url }) => ({ url })) })),
    decide: guard.decide,
    whenUndecided: 'REFUSE',
    trustedProxies: result.policy.trustedProxies,
    onError: (error) => console.error(error),
  })
  return { guard, gateway }
}

/** Solves the challenge of a gateway at an address, and answers the cookie of its pass. */
export async function takePass(
  ask: (path: string, form: string | null) => Promise<{ body: string; cookie: string | null }>,
): Promise<string> {
  const page = await ask('/', null)
  const ticket = /name="ticket" value="([^"]*)"/u.exec(page.body)?.[1] ?? ''
  const passed = await ask(
    '/.well-known/bollard/pass',
    new URLSearchParams({ ticket, 'bollard-response': 'a' }).toString(),
  )
  if (passed.cookie === null) throw new Error(`no pass: ${passed.body.slice(0, 200)}`)
  return passed.cookie.split(';', 1)[0] ?? ''
}

/** A request as the gateway hands it to its guard, without a server. */
export function visitOf(headers: Readonly<Record<string, string>>, path = '/'): Visit {
  const all = { ...browser, ...headers }
  const request = {
    headers: all,
    rawHeaders: Object.entries(all).flat(),
    socket: { remoteAddress: '192.0.2.7' },
    method: 'GET',
    url: path,
  }
  const visit = {
    method: 'GET',
    host: 'shop.example',
    path,
    target: path,
    address: '192.0.2.7',
    isEncrypted: false,
    headers: all,
  }
  return { ...visit, isUpgrade: false, request } as unknown as Visit
}
