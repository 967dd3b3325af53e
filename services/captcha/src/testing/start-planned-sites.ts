import { captchaRoutes, type PlanFeature, type PlanLimits, problemSchema, type SiteSettings } from '@bollard/contracts'
import type { PlanTerms } from '../owner/plan/plan-terms.ts'
import { makeSite, startCluster } from './start-service.ts'

export interface Answer {
  readonly statusCode: number
  json(): unknown
}

/** A site whose admin calls. */
export interface PlannedSite {
  readonly solutionId: string
  readonly siteKey: string
  readonly secretKey: string
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer>
}

/** All features that a captcha can have. */
export const features = [
  'RULES',
  'GEO_RULES',
  'WHITE_LABEL',
  'INVISIBLE',
  'WILDCARD_DOMAINS',
  'RESULT_RETRIEVAL',
] as const satisfies PlanFeature[]
export const small = {
  planCode: 'SMALL',
  limits: { domains: 3, environments: 2, apiKeys: 4, verificationLogDays: 40 },
  features: [],
} as const satisfies PlanTerms
export const large: PlanTerms = {
  planCode: 'LARGE',
  limits: { domains: 100, environments: null, apiKeys: null, verificationLogDays: 365 },
  features,
}
/** The large plan without some features. */
export function without(...missing: PlanFeature[]): PlanTerms {
  return { ...large, planCode: 'LESS', features: features.filter((one) => !missing.includes(one)) }
}

const environmentsOf = async (one: PlannedSite) =>
  captchaRoutes.listEnvironments.response.schema.parse((await one.call('GET', 'environments')).json()).items
const settingsOf = async (one: PlannedSite) =>
  captchaRoutes.getSiteSettings.response.schema.parse((await one.call('GET', 'settings')).json())

/** A service whose operator keeps the log for a year, and what its admins do with their sites. */
export async function startPlannedSites() {
  const plans = new Map<string, PlanTerms>()
  const asked: string[][] = []
  const cluster = await startCluster()
  const service = await cluster.startService({
    retentionDays: 365,
    async plansOf(solutionIds) {
      asked.push([...solutionIds])
      return plans
    },
  })
  const set = async (one: PlannedSite, change: Partial<SiteSettings>) =>
    one.call('PUT', 'settings', { ...(await settingsOf(one)), ...change })
  return {
    ...service,
    plans,
    /** Of which solutions the service asked for the plans, by call. */
    asked,
    stop: () => cluster.stop(),
    async site(plan: PlanTerms | null): Promise<PlannedSite> {
      // All sites have one admin, who may not call too often.
      service.clock.now += 10_000
      const made = await makeSite(service)
      service.roles.set(`ada ${made.solutionId}`, 'ADMIN')
      if (plan) plans.set(made.solutionId, plan)
      return {
        ...made,
        call: (method, path, payload) =>
          service.app.inject({
            method,
            url: `/captcha/v1/sites/${made.solutionId}/${path}`,
            headers: { cookie: 'ada' },
            ...(payload && { payload }),
          }),
      }
    },
    environmentsOf,
    settingsOf,
    keysOf: async (one: PlannedSite) =>
      captchaRoutes.listApiKeys.response.schema.parse((await one.call('GET', 'api-keys')).json()).items,
    rulesOf: async (one: PlannedSite) =>
      captchaRoutes.listRules.response.schema.parse((await one.call('GET', 'rules')).json()).items,
    set,
    setWidget: async (one: PlannedSite, change: Partial<SiteSettings['widget']>) =>
      set(one, { widget: { ...(await settingsOf(one)).widget, ...change } }),
    addKey: (one: PlannedSite) => one.call('POST', 'api-keys', { name: 'Server', scopes: ['verify'] }),
    addEnvironment: (one: PlannedSite, name: string, ...domains: string[]) =>
      one.call('POST', 'environments', { name, domains: domains.length === 0 ? ['shop.example'] : domains }),
    async putDomains(one: PlannedSite, domains: readonly string[], active = true) {
      const [first] = await environmentsOf(one)
      return one.call('PUT', `environments/${first?.id}`, {
        name: first?.name,
        domains,
        active,
        version: first?.version,
      })
    },
    addRule: (one: PlannedSite, ...conditions: object[]) =>
      one.call('POST', 'rules', { name: 'A rule', priority: 10, conditions, action: { type: 'BLOCK' } }),
    /** Changes the first rule that no form keeps. */
    async putRule(one: PlannedSite, change: object) {
      const { items } = captchaRoutes.listRules.response.schema.parse((await one.call('GET', 'rules')).json())
      const rule = items.find(({ form }) => form === null)
      if (rule === undefined) throw new Error('there is no rule to change')
      const { id, name, priority, enabled, dryRun, conditions, action, expiresAt, version } = rule
      return one.call('PUT', `rules/${id}`, {
        name,
        priority,
        enabled,
        dryRun,
        conditions,
        action,
        expiresAt,
        version,
        ...change,
      })
    },
    async putForms(one: PlannedSite, change: object) {
      const { paused: _, ...shown } = captchaRoutes.getRuleForms.response.schema.parse(
        (await one.call('GET', 'rule-forms')).json(),
      )
      return one.call('PUT', 'rule-forms', { ...shown, ...change })
    },
  }
}

/** Throws with what the service says, where a call was refused. */
export function isFine(response: Answer): void {
  if (response.statusCode >= 300) throw new Error(JSON.stringify(response.json()))
}

/** What is said of a refusal, with when to come again, which is never said of a plan. */
export function refusalOf(response: Answer) {
  const { code, errors, retryAfterSeconds } = problemSchema.parse(response.json())
  return { status: response.statusCode, code, errors, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

/** The refusal of more than a limit of the small plan; `used` is what there is without it. */
export function full(limit: keyof typeof small.limits, pointer: string, used: number = small.limits[limit]) {
  const max: PlanLimits[keyof PlanLimits] = small.limits[limit]
  return {
    status: 429,
    code: 'quota-exceeded',
    errors: [{ pointer, code: 'limit-exceeded', params: { limit, used, max } }],
  }
}

/** The refusal of features that a plan does not have. */
export function notIncluded(planCode: string, ...wanted: [feature: PlanFeature, pointer: string][]) {
  const errors = wanted.map(([feature, pointer]) => ({
    pointer,
    code: 'feature-not-in-plan',
    params: { feature, planCode },
  }))
  return { status: 403, code: 'plan-feature', errors }
}
