import { captchaRoutes, type Route } from '@bollard/contracts'
import { z } from 'zod'
import { goodBodies } from '../good-bodies.ts'
import { makeSite, type TestService, type TestSite } from '../start-service.ts'
import { pass } from '../walk-through.ts'

/** What a call needs besides a site: values of its path, and a body in place of the usual one. */
interface Needs {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
}

const sitePath = '/captcha/v1/sites/{solutionId}'

/** Every call of the contracts that changes something of a site, or looks as if it did. */
export const changingRoutes: Route[] = Object.values(captchaRoutes).filter(
  ({ method, path }: Route) => method !== 'GET' && (path === sitePath || path.startsWith(`${sitePath}/`)),
)

/** Calls that only try what would be, and those with which a person keeps something for themselves alone. */
export const trials: readonly string[] = [
  'tryRules',
  'tryChange',
  'createSavedFilter',
  'renameSavedFilter',
  'deleteSavedFilter',
]

const idSchema = z.union([
  z.object({ id: z.string() }),
  z.object({ webhook: z.object({ id: z.string() }) }).transform(({ webhook }) => webhook),
])

/** Calls in the name of a person, each with what it needs made before. */
export function changingCalls(it: TestService) {
  const secrets = new Set<string>()

  async function send(
    { method, path }: Pick<Route, 'method' | 'path'>,
    { solutionId }: TestSite,
    cookie: string,
    { params = {}, body }: Needs,
  ) {
    // Nobody's calls are to be held up by those of the tests before.
    it.clock.now += 1_000
    const values: Readonly<Record<string, string>> = { solutionId, ...params }
    const url = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '')
    const answer = await it.app.inject({
      method,
      url,
      headers: { cookie, 'user-agent': 'Test/1' },
      ...(body && { payload: body }),
    })
    for (const [, secret = ''] of answer.body.matchAll(/"secret(?:Key)?":"([^"]+)"/gu)) secrets.add(secret)
    return answer
  }

  async function make(
    id:
      | 'createEnvironment'
      | 'createApiKey'
      | 'createBypassKey'
      | 'createRule'
      | 'createExport'
      | 'createSavedFilter'
      | 'createWebhook',
    site: TestSite,
  ) {
    const answer = await send(captchaRoutes[id], site, 'ada', { body: goodBodies(it.clock.now)[id] })
    if (answer.statusCode !== captchaRoutes[id].response.status) throw new Error(`${id}: ${answer.body}`)
    return idSchema.parse(answer.json()).id
  }

  async function visited(site: TestSite, isLabelled: boolean): Promise<Needs> {
    const { verificationId } = await pass(it.app, site.siteKey)
    const params = { verificationId }
    if (isLabelled) await send(captchaRoutes.putFeedback, site, 'ada', { params, body: { label: 'PERSON' } })
    return { params }
  }

  const needs: Readonly<Record<string, (site: TestSite) => Promise<Needs>>> = {
    putFeedback: (site) => visited(site, false),
    deleteFeedback: (site) => visited(site, true),
    putAlertSettings: async () => ({ body: { ...goodBodies(it.clock.now).putAlertSettings, version: 1 } }),
    updateEnvironment: async (site) => ({ params: { environmentId: await make('createEnvironment', site) } }),
    archiveEnvironment: async (site) => ({ params: { environmentId: await make('createEnvironment', site) } }),
    updateApiKey: async (site) => ({ params: { apiKeyId: await make('createApiKey', site) } }),
    rotateApiKey: async (site) => ({ params: { apiKeyId: await make('createApiKey', site) } }),
    revokeApiKey: async (site) => ({ params: { apiKeyId: await make('createApiKey', site) } }),
    revokeApiKeyAsOperator: async (site) => ({ params: { apiKeyId: await make('createApiKey', site) } }),
    updateBypassKey: async (site) => ({ params: { bypassKeyId: await make('createBypassKey', site) } }),
    revokeBypassKey: async (site) => ({ params: { bypassKeyId: await make('createBypassKey', site) } }),
    updateRule: async (site) => ({ params: { ruleId: await make('createRule', site) } }),
    deleteRule: async (site) => ({ params: { ruleId: await make('createRule', site) } }),
    orderRules: async (site) => ({ body: { ruleIds: [await make('createRule', site)] } }),
    putRuleForms: async () => ({ body: { ...goodBodies(it.clock.now).putRuleForms, version: 0 } }),
    renameSavedFilter: async (site) => ({ params: { savedFilterId: await make('createSavedFilter', site) } }),
    deleteSavedFilter: async (site) => ({ params: { savedFilterId: await make('createSavedFilter', site) } }),
    deleteExport: async (site) => ({ params: { exportId: await make('createExport', site) } }),
    putWebhook: async (site) => ({ params: { webhookId: await make('createWebhook', site) } }),
    deleteWebhook: async (site) => ({ params: { webhookId: await make('createWebhook', site) } }),
    rotateWebhookSecret: async (site) => ({ params: { webhookId: await make('createWebhook', site) } }),
    redeliverWebhook: async (site) => {
      const webhookId = await make('createWebhook', site)
      const ping = await send(captchaRoutes.testWebhook, site, 'ada', { params: { webhookId } })
      return { params: { webhookId, deliveryId: idSchema.parse(ping.json()).id } }
    },
    testWebhook: async (site) => ({ params: { webhookId: await make('createWebhook', site) } }),
  }
  const bodies: Readonly<Partial<Record<string, object>>> = goodBodies(it.clock.now)

  return {
    /** Every secret that an answer told so far. */
    secrets,
    /** A fresh site with all that a call needs; the admin of it is ada, the viewer vera. `by` is whoever may make the call. */
    async prepare(route: Route) {
      const site = await makeSite(it)
      it.roles.set(`ada ${site.solutionId}`, 'ADMIN').set(`vera ${site.solutionId}`, 'VIEWER')
      secrets.add(site.secretKey)
      const own = (await needs[route.id]?.(site)) ?? {}
      const body = own.body ?? (route.body && bodies[route.id])
      const call = { ...own, ...(body && { body }) }
      const by = route.access.operator === 'only' ? 'operator' : 'ada'
      return { site, by, send: (cookie: string, other: Needs = {}) => send(route, site, cookie, { ...call, ...other }) }
    },
  }
}
