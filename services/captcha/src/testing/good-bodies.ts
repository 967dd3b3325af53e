import { captchaRoutes, siteSettingsSchema } from '@bollard/contracts'

type Routes = typeof captchaRoutes
type OwnersRoute = {
  [Id in keyof Routes]: Routes[Id] extends { access: { audience: 'session' }; body: object } ? Id : never
}[keyof Routes]

const inAMonth = (now: number): string => new Date(now + 30 * 86_400_000).toISOString()
const settings = siteSettingsSchema.parse({})
const someId = '01941f29-7c00-7000-8000-000000000009'

/** A body that each call of an owner takes; the compiler misses those that are not there. */
export function goodBodies(now: number): Record<OwnersRoute, object> {
  const rule = {
    name: 'No bots',
    priority: 5,
    conditions: [{ field: 'country', values: ['FR'] }],
    action: { type: 'BLOCK' },
  }
  const webhook = { url: 'https://hooks.example/in', events: ['alert.raised'], description: 'Ours' }
  return {
    putSiteSettings: {
      ...settings,
      version: 1,
      threshold: 0.6,
      widget: { ...settings.widget, invisible: true, translations: { de: { ready: 'Ich bin ein Mensch' } } },
    },
    putFeedback: { label: 'BOT' },
    putAlertSettings: { version: 0, recipients: [{ email: 'ada@shop.example', language: 'de' }] },
    createWebhook: webhook,
    putWebhook: { ...webhook, active: true, version: 1 },
    createEnvironment: { name: 'Staging', domains: ['staging.shop.example'] },
    updateEnvironment: { name: 'Staging', domains: ['staging.shop.example'], active: true, version: 1 },
    createSavedFilter: { name: 'Blocked in Germany', filters: { country: 'DE', outcome: 'REFUSED' } },
    renameSavedFilter: { name: 'Blocked' },
    createErasure: { network: '198.51.100.0/24' },
    createExport: { format: 'CSV', filters: { country: 'DE' } },
    addEnginePrograms: { grammar: 1, programs: [{ program: 1, answer: 2 }] },
    createApiKey: {
      name: 'Server',
      scopes: ['verify'],
      environmentId: null,
      networks: ['192.0.2.0/24'],
      expiresAt: null,
    },
    updateApiKey: { name: 'Server', networks: [], expiresAt: null, version: 1 },
    rotateApiKey: { overlapHours: 1 },
    revokeApiKeyAsOperator: { reason: 'Published' },
    createBypassKey: {
      name: 'Tests',
      environmentId: null,
      origins: ['shop.example'],
      networks: [],
      usesPerDay: 5,
      expiresAt: inAMonth(now),
    },
    updateBypassKey: { name: 'Tests', origins: [], networks: [], usesPerDay: null, version: 1 },
    createRule: rule,
    updateRule: { ...rule, version: 1 },
    orderRules: { ruleIds: [someId] },
    putRuleForms: {
      geoblocking: { mode: 'BLOCK_LISTED', countries: ['FR'] },
      allowedNetworks: ['192.0.2.1'],
      blockedNetworks: [],
      version: 1,
    },
    tryRules: { address: '192.0.2.9', userAgent: 'curl/8', hostname: 'shop.example', path: '/pay', score: 0.4 },
    tryChange: { days: 3, settings: { threshold: 0.7 }, rules: [rule], exampleLimit: 3 },
  }
}

/** The address of a call with made-up ids for everything but the solution. */
export function addressOf(path: string, solutionId: string): string {
  return path.replace('{solutionId}', solutionId).replaceAll(/\{\w+\}/gu, someId)
}
