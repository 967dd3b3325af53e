import type { Guard, OwnPagesOptions, Reported } from '@bollard/guard'
import type { Gateway } from '@bollard/gateway'
import { Counter, Gauge, type Registry } from 'prom-client'

/** What figures are read from when somebody asks for them. */
export interface GatewaySources {
  readonly gateway: Gateway
  readonly guard: Guard
  readonly captchas: () => { readonly api: string; readonly isAway: boolean }[]
  readonly expiries: () => { readonly host: string; readonly expiresAt: number }[]
}

export interface GatewayFigures {
  note(decisions: readonly Reported[]): void
  readonly notePass: OwnPagesOptions['onPass']
  noteReload(outcome: 'done' | 'failed'): void
  /** Decisions that came faster than they could be told. */
  noteUntold(count: number): void
  /** Reads gauges from these from now on. */
  watch(sources: GatewaySources): void
}

/** Figures of a gateway; their labels are names of its file, so there are few. */
export function measureGateway(registry: Registry): GatewayFigures {
  const registers = [registry]
  const decisions = new Counter({
    name: 'bollard_gateway_decisions_total',
    help: 'Decisions about requests, and what they would have been if no part were a dry run; probes are counted apart',
    labelNames: ['site', 'policy', 'conclusion', 'would_be'],
    registers,
  })
  const probes = new Counter({
    name: 'bollard_gateway_probes_total',
    help: "Requests of the owner's own monitoring",
    labelNames: ['site'],
    registers,
  })
  const opened = new Counter({
    name: 'bollard_gateway_failed_open_total',
    help: 'Requests that passed because a part could not tell',
    labelNames: ['site', 'policy'],
    registers,
  })
  const passes = new Counter({
    name: 'bollard_gateway_passes_total',
    help: 'How visitors got a pass, or why they did not',
    labelNames: ['way'],
    registers,
  })
  const reloads = new Counter({
    name: 'bollard_gateway_reloads_total',
    help: 'Changes of the file that were taken up, and those that were refused',
    labelNames: ['outcome'],
    registers,
  })
  const untold = new Counter({
    name: 'bollard_gateway_untold_decisions_total',
    help: 'Decisions that were made and not reported, since there were too many at once',
    registers,
  })
  return {
    note(all) {
      // Most of a group are alike, and a counter is asked once for them.
      let last: { site: string; policy: string; conclusion: string; would_be: string } | null = null
      let count = 0
      for (const { decision, wouldBe, site, policy, isProbe } of all) {
        if (decision.failedOpen) opened.inc({ site, policy })
        if (isProbe) {
          probes.inc({ site })
          continue
        }
        const { conclusion } = decision
        if (
          last === null ||
          last.site !== site ||
          last.policy !== policy ||
          last.conclusion !== conclusion ||
          last.would_be !== wouldBe
        ) {
          if (last !== null) decisions.inc(last, count)
          last = { site, policy, conclusion, would_be: wouldBe }
          count = 0
        }
        count += 1
      }
      if (last !== null) decisions.inc(last, count)
    },
    notePass: (way) => passes.inc({ way }),
    noteReload: (outcome) => reloads.inc({ outcome }),
    noteUntold: (count) => untold.inc(count),
    watch: (sources) => watchSources(registry, sources),
  }
}

function watchSources(registry: Registry, { gateway, guard, captchas, expiries }: GatewaySources): void {
  const gauge = (name: string, help: string, labelNames: string[], read: (set: Gauge) => void): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        read(this)
      },
    })
  }
  gauge('bollard_gateway_upstream_up', 'Whether a server of a site answers', ['url'], (set) => {
    for (const { url, isUp } of gateway.states()) set.set({ url }, isUp ? 1 : 0)
  })
  gauge('bollard_gateway_upstream_requests', 'Requests that a server of a site is answering', ['url'], (set) => {
    for (const { url, underWay } of gateway.states()) set.set({ url }, underWay)
  })
  gauge('bollard_gateway_captcha_away', 'Whether a captcha does not answer', ['api'], (set) => {
    for (const { api, isAway } of captchas()) set.set({ api }, isAway ? 1 : 0)
  })
  gauge('bollard_tls_certificate_expiry_timestamp_seconds', 'When a certificate ends', ['host'], (set) => {
    for (const { host, expiresAt } of expiries()) set.set({ host }, expiresAt / 1_000)
  })
  gauge(
    'bollard_gateway_remembered',
    'Visitors that the gateway remembers, each kind with its bound',
    ['kind'],
    (set) => {
      for (const [kind, count] of Object.entries(guard.figures())) set.set({ kind }, count)
    },
  )
}
