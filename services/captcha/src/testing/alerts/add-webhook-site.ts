import { captchaRoutes, problemSchema, type Webhook } from '@bollard/contracts'
import { addSite, headersOf, type TestAlerts } from './start-alerts.ts'

export const withSecret = captchaRoutes.createWebhook.response.schema
export const events = ['alert.raised', 'alert.ended'] as const
const recipients = [{ email: 'ada@example.org', language: 'en' }]

/** A site with a recipient that is told of attacks alone, and calls of its webhooks. */
export async function addWebhookSite(on: TestAlerts) {
  const site = await addSite(on, {
    settings: { recipients, resultsNeverFetched: { enabled: false }, passRateFalling: { enabled: false } },
  })
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, cookie?: string, payload?: object) =>
    on.app.inject({
      method,
      url: `/captcha/v1/sites/${site.solutionId}/webhooks${path}`,
      headers: cookie === undefined ? {} : headersOf(cookie),
      ...(payload === undefined ? {} : { payload }),
    })
  return {
    ...site,
    call,
    create: async (url: string, types: readonly string[] = events) =>
      withSecret.parse((await call('POST', '', 'ada', { url, events: types, description: '' })).json()),
    deliveries: async ({ id }: { id: string }) =>
      captchaRoutes.listWebhookDeliveries.response.schema.parse((await call('GET', `/${id}/deliveries`, 'vera')).json())
        .items,
  }
}

export function webhooksOf(response: { json(): unknown }): Webhook[] {
  return captchaRoutes.listWebhooks.response.schema.parse(response.json()).items
}

/** The code of a refused call. */
export function codeOf(response: { json(): unknown }): string {
  return problemSchema.parse(response.json()).code
}
