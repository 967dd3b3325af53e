import { createApiClient } from '@bollard/api-client'
import {
  type Environment,
  type RuleContent,
  ruleContentSchema,
  type SiteSettings,
  siteSettingsSchema,
  type StoredRuleDto,
  type Verification,
} from '@bollard/contracts'
import { chromiumHeaders } from '@bollard/testing'
import { type Account, type CaptchaKeys, createAccount, createEasyCaptcha, difficultyMin } from './account.ts'
import { product } from './product.ts'
import { post } from './script-visitor.ts'

type Api = ReturnType<typeof createApiClient>

/**
 * Until every process obeys a change. That this takes two seconds at most is proved where nothing else runs; here four browsers share
 * the machine with the product.
 */
export const obeyed = { timeout: 60_000, intervals: [100] }

/** What a page and its visitor tell of themselves. */
interface Visitor {
  readonly host?: string
  readonly siteKey?: string
  readonly path?: string
  readonly action?: string
  readonly userAgent?: string
  /** Where the visitor comes from, as a proxy in front tells. */
  readonly address?: string
}

/** Somebody who owns a captcha and changes it through the API, as the pages of the dashboard do. */
export interface Owner extends CaptchaKeys {
  readonly account: Account
  readonly api: Api
  /** Saves settings; all that is not named as nobody set it, but at the least difficulty. */
  set(settings: Partial<SiteSettings>): Promise<void>
  /** The first environment. */
  environment(): Promise<Environment>
  changeEnvironment(change: Partial<Pick<Environment, 'name' | 'domains' | 'active'>>): Promise<Environment>
  addRule(rule: Pick<RuleContent, 'name' | 'conditions' | 'action'> & Partial<RuleContent>): Promise<StoredRuleDto>
  /** What the engine answers a visitor at the start: `challenge`, `passed`, `refused`, or the code of a problem. */
  start(visitor?: Visitor): Promise<string>
  /** Whether the engine wants the widget to look at the visitor's browser. */
  wantsVerdicts(): Promise<boolean>
  /** What the log says of a visitor. */
  logged(verificationId: string): Promise<Verification>
}

export async function becomeOwner(name: string, domains = ['localhost']): Promise<Owner> {
  const account = await createAccount(name)
  const keys = await createEasyCaptcha(account, `Form of ${name}`, domains)
  const { solutionId } = keys
  const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
  let rules = 0
  async function environment(): Promise<Environment> {
    const [first] = (await api.listEnvironments({ solutionId })).items
    if (first === undefined) throw new Error('A solution has at least one environment')
    return first
  }
  async function start({ host = 'localhost', userAgent, address, ...told }: Visitor = {}): Promise<object> {
    const headers = {
      ...chromiumHeaders,
      origin: `http://${host}`,
      ...(userAgent ? { 'user-agent': userAgent } : {}),
      ...(address ? { 'x-forwarded-for': address } : {}),
    }
    return Object(await post('/captcha/v1/verifications', { siteKey: keys.siteKey, ...told }, headers))
  }
  return {
    ...keys,
    account,
    api,
    environment,
    async set(settings) {
      const { version } = await api.getSiteSettings({ solutionId })
      await api.putSiteSettings({
        solutionId,
        siteSettingsDto: { ...siteSettingsSchema.parse({ difficulty: difficultyMin, ...settings }), version },
      })
    },
    async changeEnvironment(change) {
      const { id, name: called, domains: hosts, active, version } = await environment()
      return api.updateEnvironment({
        solutionId,
        environmentId: id,
        environmentDto: { name: called, domains: hosts, active, version, ...change },
      })
    },
    addRule: (rule) =>
      api.createRule({ solutionId, ruleNewDto: ruleContentSchema.parse({ priority: (rules += 10), ...rule }) }),
    async start(visitor) {
      const answer = await start(visitor)
      return String('code' in answer ? answer.code : Reflect.get(answer, 'status'))
    },
    wantsVerdicts: async () => Reflect.get(await start(), 'collect') === true,
    logged: (verificationId) => api.getVerification({ solutionId, verificationId }),
  }
}
