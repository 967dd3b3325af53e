/**
 * What the gateway does with people, programs and crawlers: who passes, who is asked for a challenge and whether it solves it, and who is
 * refused; beside what the published policy of Anubis does with the same visitors. Exits with 1 where a person is refused or doesn't get to
 * the site, or a feed reader, a verified search engine or a signed bot is asked for anything, or a forged one gets to the site, or a browser that
 * crawls is asked for nothing.
 * Run: node_modules/.bin/node benchmarks/gateway-lab/run.ts [--only id,id]   (needs chromium, Xvfb, openbox and curl)
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cpus } from 'node:os'
import { catalogue, robotsText, trapFolder, trapLink, trapPath } from '@bollard/crawlers'
import type { Reported } from '@bollard/guard'
import { makeTestFolder } from '@bollard/testing'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { identifyCrawlers } from '../../server/gateway/identify-crawlers.ts'
import { startGateway } from '../../server/gateway/start-gateway.ts'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { startDisplay } from '../bot-lab/display.ts'
import { startService } from '../bot-lab/service.ts'
import { anubis, type Outcome } from './anubis.ts'
import { listen, proxyFor, siteOf } from './site.ts'
import {
  labAgent,
  labDirectory,
  type LabVisitor,
  listedGooglebot,
  namesOfVisitors,
  unanswered,
  visitors,
} from './visitors.ts'

interface Result {
  readonly id: string
  readonly kind: LabVisitor['kind']
  readonly describe: string
  /** What became of its first request. */
  readonly first: Outcome
  /** The strictest of all its requests. */
  readonly strictest: Outcome
  readonly reasons: readonly string[]
  /** Whether the site itself answered it in the end. */
  readonly reachedSite: boolean
  /** How many requests were decided in which way. */
  readonly decided: Readonly<Partial<Record<Outcome, number>>>
  readonly anubis: Outcome
}

/** What the lab reads of the gateway's line about a decision. */
interface Told {
  readonly address: string
  readonly conclusion: Reported['decision']['conclusion']
  readonly reasons: readonly string[]
}

const patienceMs = 90_000
const secret = 'a secret of the lab'
const outcomes: readonly Outcome[] = ['ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY']
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = visitors.filter(({ id }) => values.only === undefined || values.only.split(',').includes(id))

const folder = await makeTestFolder()
const service = await startService()
const display = await startDisplay()
const { siteKey, secretKey } = await service.createSite('Gateway')
const reached = new Map<string, () => void>()
const arrived = new Set<string>()
const decided = new Map<string, Told[]>()

const site = await listen(
  siteOf(
    robotsText({
      policy: { purposes: { AI_TRAINING: 'DENY' } },
      crawlers: catalogue().crawlers,
      traps: [trapFolder(secret)],
    }).text,
    trapLink(trapPath(secret, new Date())),
    (address) => {
      arrived.add(address)
      reached.get(address)?.()
    },
  ),
)
const ranges = join(folder.path, 'ranges')
mkdirSync(ranges)
writeFileSync(join(ranges, 'googlebot.json'), JSON.stringify({ prefixes: [{ ipv4Prefix: listedGooglebot }] }))
const directoryFile = join(folder.path, 'lab-bot.json')
writeFileSync(directoryFile, labDirectory)
const noName = Object.assign(new Error('no name'), { code: 'ENOTFOUND' })
const crawlers = await identifyCrawlers({
  folder: ranges,
  say: console.error,
  dns: {
    reverse: async (address) => {
      if (unanswered.has(address)) return new Promise(() => {})
      const name = namesOfVisitors[address]
      if (name === undefined) throw noName
      return [name]
    },
    resolve4: async (name) => Object.keys(namesOfVisitors).filter((address) => namesOfVisitors[address] === name),
    resolve6: async () => [],
  },
})
const [metricsPort] = await findFreePorts(1)
const config = readConfig({ ROLE: 'gateway', GATEWAY_FILE: 'none', METRICS_PORT: String(metricsPort) })
if (config.status === 'invalid') throw new Error(config.faults.join('\n'))
// What operators begin with.
const suggested = readFileSync(new URL('../../deploy/gateway/gateway.yaml', import.meta.url), 'utf8')
  .replace(/^[^]*\nlimiters:\n([^]*?)\n\nsites:[^]*$/u, '$1')
  .replaceAll('ladder: USUAL', 'ladder: USUAL\n    mode: LIVE')
const policy = `
listen: { host: 127.0.0.1, http: 0 }
trustedProxies: [127.0.0.1]
captcha: { api: "${service.api}", siteKey: ${siteKey}, secretKey: ${secretKey}, whenAway: REFUSE }
log: { decisions: ALL, addresses: true }
signedBots: [{ agent: "${labAgent}", directoryFile: "${directoryFile}", name: LabBot, purpose: AI_USER }]
limiters:
${suggested}
sites:
  - hosts: [localhost]
    upstreams: [{ url: "http://127.0.0.1:${site.port}" }]
    traps: ["${trapFolder(secret)}**"]
    policies:
      - name: members
        paths: [/members/**]
        mode: LIVE
        challenge: ALWAYS
      - name: all
        mode: LIVE
        limiters: [pages, network]
        challenge: SUSPICIOUS
        programs:
          SEARCH: ALLOW
          AI_TRAINING: DENY
          AI_SEARCH: ALLOW
          AI_USER: ALLOW
          FEED_READER: ALLOW
          PREVIEW: ALLOW
          MONITOR: ALLOW
          ARCHIVE: ALLOW
`
const gateway = await startGateway(config.config, {
  folder: folder.path,
  ports: {
    loadPolicy: async () => policy,
    identify: crawlers.identify,
  },
  say: () => undefined,
  openLog: () => pino({ level: 'error' }),
  tellDecision(line) {
    const told = JSON.parse(line) as Told
    decided.set(told.address, [...(decided.get(told.address) ?? []), told])
  },
})
const gatewayPort = gateway.addresses[0]?.port ?? 0

const results: Result[] = []
try {
  for (const visitor of chosen) {
    results.push(await watch(visitor))
    console.log(visitor.id, results.at(-1)?.first, results.at(-1)?.strictest, results.at(-1)?.reachedSite)
  }
} finally {
  crawlers.stop()
  await gateway.stop()
  site.server.close()
  await display.stop()
  await service.stop()
  await folder.remove()
}

console.table(
  Object.fromEntries(
    results.map(({ id, first, strictest, reachedSite, anubis: theirs }) => [
      id,
      { first, strictest, reachedSite, theirs },
    ]),
  ),
)
if (values.only === undefined) {
  const file = new URL('../results/gateway-lab.json', import.meta.url)
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
  const others = { version: anubis.version, commit: anubis.commit }
  writeFileSync(
    file,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, anubis: others, results }, null, 2)}\n`,
  )
}
const welcome = new Set([
  'reader-freshrss',
  'reader-miniflux',
  'googlebot-by-names',
  'googlebot-by-list',
  'bingbot-by-names',
  'mojeekbot-by-names',
  'bot-signed',
])
const wronged = results.filter(
  ({ id, kind, strictest, reachedSite }) =>
    (kind === 'person' && (strictest === 'DENY' || !reachedSite)) ||
    (welcome.has(id) && strictest !== 'ALLOW') ||
    (id === 'bot-forged' && reachedSite) ||
    // Who looks like any browser is known by its pace alone.
    (id === 'playwright-whole-crawling' && !['CHALLENGE', 'THROTTLE'].includes(strictest)),
)
if (wronged.length > 0) {
  console.error('Wronged:', wronged.map(({ id }) => id).join(', '))
  process.exitCode = 1
}
// Connections of browsers that were ended are not waited for.
process.exit()

async function watch(visitor: LabVisitor): Promise<Result> {
  const { id, kind, describe, address } = visitor
  const proxy = await listen(proxyFor(address, gatewayPort))
  const seen = Promise.withResolvers<void>()
  reached.set(address, seen.resolve)
  const timer = setTimeout(seen.resolve, patienceMs)
  try {
    const origin = `http://localhost:${proxy.port}`
    await visitor.visit({ origin, display: display.name, reached: () => seen.promise })
  } finally {
    clearTimeout(timer)
    proxy.server.close()
    proxy.server.closeAllConnections()
  }
  // Decisions are told once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const conclusions = (decided.get(address) ?? []).map(({ conclusion }) => conclusion)
  return {
    id,
    kind,
    describe,
    first: conclusions[0] ?? 'ALLOW',
    strictest: outcomes.findLast((outcome) => conclusions.includes(outcome)) ?? 'ALLOW',
    reasons: [
      // Lines name the part too.
      ...new Set(
        (decided.get(address) ?? []).flatMap(({ reasons }) => reasons.map((one) => one.split(': ').at(-1) ?? '')),
      ),
    ],
    reachedSite: arrived.has(address),
    decided: Object.fromEntries(outcomes.map((one) => [one, conclusions.filter((each) => each === one).length])),
    anubis: anubis.outcomes[id],
  }
}
