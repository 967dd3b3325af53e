import type { Reported, RulesOf } from '@bollard/guard'
import type { Dashboard } from './ask-dashboard.ts'
import { type FollowedRules, followRules } from './follow-rules.ts'
import { type DecisionSender, sendDecisions } from './send-decisions.ts'
import type { Outcome } from './to-wire.ts'

export interface Dashboards {
  /** Dashboards by the first hosts of their sites, from now on. Resolves once what was kept of new ones is read. */
  configure(bySite: ReadonlyMap<string, Dashboard>): Promise<void>
  readonly rulesOf: RulesOf
  take(reported: Reported): void
  end(id: string, outcome: Outcome): void
  states(): DashboardState[]
  /** Sends what is left, for a few seconds at most. */
  stop(): Promise<void>
}

export interface DashboardState {
  readonly api: string
  readonly sites: readonly string[]
  /** Null: nothing is known of it yet. */
  readonly version: number | null
  readonly rules:
    | { readonly status: 'current' }
    | { readonly status: 'kept'; readonly at: string; readonly reason: string }
  readonly skipped: readonly string[]
  readonly decisions: ReturnType<DecisionSender['state']>
}

export interface DashboardsOptions {
  readonly folder: string
  readonly onRules: () => void
  readonly onLost: (count: number) => void
  readonly onFault: (message: string) => void
}

interface Followed {
  readonly dashboard: Dashboard
  readonly rules: FollowedRules
  readonly sender: DecisionSender
}

/** Sites of one key share one dashboard. */
export function followDashboards({ folder, onRules, onLost, onFault }: DashboardsOptions): Dashboards {
  const all = new Map<string, Followed>()
  const ofSites = new Map<string, Followed>()

  async function follow(dashboard: Dashboard): Promise<Followed> {
    const rules = await followRules(dashboard, { folder, onRules, onFault })
    return { dashboard, rules, sender: sendDecisions(dashboard, { onLost, onFault }) }
  }
  async function end({ rules, sender }: Followed): Promise<void> {
    rules.stop()
    await sender.stop()
  }

  return {
    async configure(bySite) {
      const wanted = new Set<string>()
      const next = new Map<string, Followed>()
      for (const [site, dashboard] of bySite) {
        const name = `${dashboard.api} ${dashboard.secretKey}`
        wanted.add(name)
        const followed = all.get(name) ?? (await follow(dashboard))
        all.set(name, followed)
        next.set(site, followed)
      }
      ofSites.clear()
      for (const [site, followed] of next) ofSites.set(site, followed)
      for (const [name, followed] of all) {
        if (wanted.has(name)) continue
        all.delete(name)
        void end(followed)
      }
    },
    rulesOf: ({ hosts: [site = ''] }) => ofSites.get(site)?.rules.rules() ?? null,
    take(reported) {
      ofSites.get(reported.site)?.sender.take(reported)
    },
    end(id, outcome) {
      for (const { sender } of all.values()) sender.end(id, outcome)
    },
    states: () =>
      [...all.values()].map(({ dashboard, rules, sender }) => {
        const fault = rules.fault()
        return {
          api: dashboard.api,
          sites: [...ofSites].filter(([, { sender: own }]) => own === sender).map(([site]) => site),
          version: rules.rules()?.version ?? null,
          rules: fault === null ? { status: 'current' } : { status: 'kept', ...fault },
          skipped: rules.skipped(),
          decisions: sender.state(),
        }
      }),
    async stop() {
      await Promise.all([...all.values()].map(end))
    },
  }
}
