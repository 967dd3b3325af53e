import { join } from 'node:path'
import { createGateway, createGatewayServer, type GatewayServerOptions, type GatewaySite } from '@bollard/gateway'
import { type CaptchaOf, createGuard, type GatewayPolicy, type Reported } from '@bollard/guard'
import { type Connections, watchConnections } from '@bollard/http'
import { openNetworkData } from '@bollard/network-data'
import { createProbePasses, probePassHeader } from '@bollard/visitor-credentials/probe-pass'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createMeasures } from '../child/measure.ts'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { serveHealth } from '../supervise/serve-health.ts'
import { askCaptcha } from './ask-captcha.ts'
import { followDashboards } from './dashboard/follow-dashboards.ts'
import { answerRobots } from './answer-robots.ts'
import { identifySigned } from './identify-signed.ts'
import { keepAcmeCertificates } from './keep-acme.ts'
import { keepOwnCertificates } from './keep-certificates.ts'
import { keepSecret } from './keep-secret.ts'
import { loadFile, type LoadedFile } from './load-file.ts'
import { isLogged, lineOfDecision } from './log-decisions.ts'
import { measureGateway } from './measure-gateway.ts'
import type { GatewayPorts } from './ports.ts'
import { reportDecisions } from './report-decisions.ts'
import { watchFile } from './watch-file.ts'

export interface GatewayParts {
  /** Where it keeps what it has made itself. */
  readonly folder: string
  readonly ports: GatewayPorts
  readonly say: (line: string) => void
  readonly openLog: (registry: Registry) => Logger
  /** Takes a line of JSON about a decision. */
  readonly tellDecision: (line: string) => void
}

export interface RunningGateway {
  /** Takes the file up as it is now. A wrong one changes nothing, and the log says why. */
  reload(): Promise<void>
  readonly hosts: () => string[]
  /** Where it listens; 0 in the file is a port that was free. */
  readonly addresses: readonly { readonly kind: 'http' | 'https'; readonly port: number }[]
  /** Answers what is under way, for half a minute at most, and ends. */
  stop(): Promise<void>
}

const drainMs = 30_000

/** Starts a gateway with the file that its ports load. Throws a `StartupFault` for whatever its owner can mend. */
export async function startGateway(config: Config, parts: GatewayParts): Promise<RunningGateway> {
  const { folder, ports, say } = parts
  const measures = createMeasures('gateway')
  const log = parts.openLog(measures.registry)
  const figures = measureGateway(measures.registry)
  let text = await ports.loadPolicy().catch((error: Error) => {
    throw new StartupFault(`GATEWAY_FILE: ${error.message}`, { cause: error })
  })
  let loaded = await loadFile(text).catch((error: Error) => {
    throw new StartupFault(`GATEWAY_FILE:\n${error.message}`, { cause: error })
  })
  let lastFault: { readonly at: string; readonly reason: string } | null = null

  // What changes a running gateway waits until it runs, and for what came before it.
  const isRunning = Promise.withResolvers<void>()
  let queue = isRunning.promise
  const inTurn = (work: () => Promise<void>): Promise<void> => (queue = queue.then(work))

  const captcha = askCaptcha((message) => log.warn({ code: 'captcha-away' }, message))
  const certificates = keepOwnCertificates((message) => log.warn({ code: 'certificate-unusable' }, message))
  const secret = keepSecret(folder, loaded.policy.secretFile)
  const acme = keepAcmeCertificates({
    folder,
    secret,
    onFault: (message) => log.warn({ code: 'acme-failed' }, message),
    onOrder: (message) => log.info(message),
  })
  await certificates.configure(loaded.policy.sites)
  captcha.configure(loaded.captchas, captchasIn(loaded.policy))
  const dashboards = followDashboards({
    folder: join(folder, 'dashboards'),
    onRules: () => void inTurn(takeRules),
    onLost: figures.noteUntold,
    onFault: (message) => log.warn({ code: 'dashboard' }, message),
  })
  await dashboards.configure(loaded.dashboards)
  const reporter = reportDecisions(tell, figures.noteUntold)
  let probes = probesOf(loaded)
  const signed = identifySigned(ports.identify)
  signed.configure(loaded.signedBots)
  const startedWith = loaded.policy
  const { trustedProxies, whenUndecided } = startedWith
  const guard = createGuard({
    policy: loaded.policy,
    secret,
    captcha,
    networkData: openNetworkData(),
    identify: signed.identify,
    isProbe({ headers, host }) {
      const pass = headers[probePassHeader]
      return typeof pass === 'string' && probes !== null && probes.use(pass, host, Date.now())
    },
    report(decision) {
      reporter.take(decision)
      dashboards.take(decision)
    },
    onEnded: (id, ending, status) => dashboards.end(id, { ending, status }),
    rulesOf: dashboards.rulesOf,
    onPass: figures.notePass,
  })
  const robots = answerRobots({ secret, ask: (...asked) => gateway.ask(...asked) })
  robots.configure(loaded.policy.sites, dashboards.rulesOf)
  const gateway = createGateway({
    sites: sitesOf(loaded),
    decide: (visit) => acme.answer(visit) ?? robots.answer(visit, () => guard.decide(visit)),
    whenUndecided,
    trustedProxies,
    onError: (error) => log.error({ err: error }, 'A request could not be decided or passed on'),
  })
  figures.watch({ gateway, guard, captchas: captcha.states, expiries })

  function expiries(): { host: string; expiresAt: number }[] {
    const ordered = acme.states().flatMap(({ host, expiresAt }) => (expiresAt === null ? [] : [{ host, expiresAt }]))
    return [...certificates.expiries(), ...ordered]
  }

  function tell(decisions: readonly Reported[]): void {
    figures.note(decisions)
    const wish = loaded.policy.log
    for (const one of decisions) if (isLogged(one, wish)) parts.tellDecision(lineOfDecision(one, wish))
  }

  /** Sites with the proxies that their dashboards declare. */
  function sitesOf({ policy, sites }: LoadedFile): GatewaySite[] {
    return sites.map((site, index) => {
      const own = policy.sites[index]
      const proxies = own === undefined ? undefined : dashboards.rulesOf(own)?.trustedProxies
      return proxies === undefined ? site : { ...site, trustedProxies: proxies }
    })
  }

  async function takeRules(): Promise<void> {
    guard.configure(loaded.policy, dashboards.rulesOf)
    robots.configure(loaded.policy.sites, dashboards.rulesOf)
    gateway.configure(sitesOf(loaded))
  }

  /** `isAsked`: files that the file names may have changed, even where it has not. */
  async function takeUp(isAsked: boolean): Promise<void> {
    try {
      const given = await ports.loadPolicy()
      if (given === text && !isAsked) return void (lastFault = null)
      const next = await loadFile(given)
      await certificates.configure(next.policy.sites)
      await acme.configure(next.policy)
      await dashboards.configure(next.dashboards)
      guard.configure(next.policy, dashboards.rulesOf)
      robots.configure(next.policy.sites, dashboards.rulesOf)
      signed.configure(next.signedBots)
      gateway.configure(sitesOf(next))
      captcha.configure(next.captchas, captchasIn(next.policy))
      if (next.probeSecret !== loaded.probeSecret) probes = probesOf(next)
      loaded = next
      text = given
      lastFault = null
      figures.noteReload('done')
      warnOfRestart(next.policy)
      say(`The file was taken up: ${hosts().join(', ')}.`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (lastFault?.reason === reason) return
      figures.noteReload('failed')
      log.error({ code: 'file-refused' }, `The former file stays: ${reason}`)
      lastFault = { at: new Date().toISOString(), reason }
    }
  }

  /** Says what only a start can change. */
  function warnOfRestart(policy: GatewayPolicy): void {
    const names = (['listen', 'trustedProxies', 'whenUndecided', 'secretFile'] as const).filter(
      (name) => JSON.stringify(policy[name]) !== JSON.stringify(startedWith[name]),
    )
    if (names.length > 0)
      log.warn({ code: 'restart-needed' }, `Restart the gateway for changes of: ${names.join(', ')}`)
  }

  const hosts = () => loaded.policy.sites.flatMap((site) => site.hosts)
  const servers = await listen(loaded, gateway, {
    certificateFor: (host) => certificates.contextFor(host) ?? acme.contextFor(host),
    take: acme.take,
  })
  // Only now, since the authority asks here.
  await acme.configure(loaded.policy)
  let draining = false
  const closeHealth = await serveHealth(
    { host: config.METRICS_HOST, port: config.METRICS_PORT, token: config.METRICS_TOKEN },
    {
      children: [],
      database: null,
      isDiskFull: () => false,
      isStarting: () => false,
      isDraining: () => draining,
      watch: { metrics: () => metricsOf(measures.registry), alertRules: '' },
      state: () => ({
        hosts: hosts(),
        file: lastFault === null ? { status: 'taken-up' } : { status: 'refused', ...lastFault },
        upstreams: gateway.states(),
        captchas: captcha.states(),
        dashboards: dashboards.states(),
        certificates: expiries().map(({ host, expiresAt }) => ({ host, expiresAt: new Date(expiresAt).toISOString() })),
        orders: acme
          .states()
          .map(({ host, fault, nextAt }) => ({ host, fault, nextAt: new Date(nextAt).toISOString() })),
      }),
    },
  )
  const reload = (isAsked: boolean): Promise<void> => inTurn(() => takeUp(isAsked))
  isRunning.resolve()
  const stopWatching = watchFile(() => reload(false))
  return {
    reload: () => reload(true),
    hosts,
    addresses: servers.map(({ kind, port }) => ({ kind, port })),
    async stop() {
      draining = true
      stopWatching()
      await Promise.all(servers.map(({ connections }) => connections.drain('soon', drainMs)))
      await gateway.close()
      for (const one of [reporter, captcha, certificates]) one.stop()
      await dashboards.stop()
      await acme.stop()
      await closeHealth()
    },
  }
}

interface Listening {
  readonly kind: 'http' | 'https'
  readonly port: number
  readonly connections: Connections
}

async function listen(
  { policy: { listen: ports, trustedProxies } }: LoadedFile,
  gateway: ReturnType<typeof createGateway>,
  options: Pick<GatewayServerOptions, 'certificateFor' | 'take'>,
): Promise<Listening[]> {
  const listening: Listening[] = []
  for (const kind of ['http', 'https'] as const) {
    const port = ports[kind]
    if (port === null) continue
    const server = createGatewayServer(gateway, { trustedProxies, ...(kind === 'https' && options) })
    const connections = watchConnections(server)
    await connections.listen(ports.host, port).catch((error: NodeJS.ErrnoException) => {
      throw new StartupFault(`listen: port ${port} of ${ports.host} cannot be used (${error.code})`, { cause: error })
    })
    const address = server.address()
    listening.push({ kind, port: typeof address === 'object' && address !== null ? address.port : port, connections })
  }
  return listening
}

function probesOf({ probeSecret }: LoadedFile): ReturnType<typeof createProbePasses> | null {
  return probeSecret === null ? null : createProbePasses(probeSecret)
}

function captchasIn({ captcha, sites }: GatewayPolicy): CaptchaOf[] {
  return [captcha, ...sites.map((site) => site.captcha)].filter((one) => one !== undefined)
}

async function metricsOf(registry: Registry): Promise<{ type: string; body: string }> {
  return { type: registry.contentType, body: await registry.metrics() }
}
