import { createHash } from 'node:crypto'
import {
  captchaRoutes,
  type PlanFeature,
  type PublicWidgetSettings,
  type SiteSettings,
  type TestKind,
  widgetSettingsSchema,
} from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { FastifyInstance } from 'fastify'

/** What a site key opens, as far as widgets ask for it. */
export interface ShownEnvironment {
  readonly site: { readonly settings: SiteSettings; readonly withheld: readonly PlanFeature[] }
  readonly test: TestKind | null
}

interface WidgetSettingsContext {
  readonly sites: { find(siteKey: string): ShownEnvironment | null | Promise<ShownEnvironment | null> }
}

interface Answer {
  readonly body: string
  readonly etag: string
}

const path = captchaRoutes.getWidgetSettings.path.replace('{siteKey}', ':siteKey')
const mayBeKept = 'public, max-age=60, stale-while-revalidate=86400'
const isUnknownFor = 'public, max-age=60'

/**
 * What widgets ask when they come onto a page. Answers out of memory: the text is made once for each state of an environment.
 * Paused environments have settings as well, so that the widget can say in its owner's words that it does not work.
 */
export function mountWidgetSettings(app: FastifyInstance, { sites }: WidgetSettingsContext): void {
  const made = new WeakMap<ShownEnvironment, Answer>()
  const answerOf = (environment: ShownEnvironment): Answer => {
    const known = made.get(environment)
    if (known !== undefined) return known
    const body = JSON.stringify(publicSettingsOf(environment))
    const answer = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    made.set(environment, answer)
    return answer
  }
  app.get<{ Params: { siteKey: string } }>(
    path,
    {
      // Problems are kept by nobody otherwise; pages with a wrong key would then ask again at every visit.
      onSend: async (_request, reply, payload) => {
        if (reply.statusCode === 404) reply.header('cache-control', isUnknownFor)
        return payload
      },
    },
    async ({ params, headers }, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      const environment = await sites.find(params.siteKey)
      if (environment === null) throw new ProblemError('site-key-unknown')
      const { body, etag } = answerOf(environment)
      reply.headers({ 'cache-control': mayBeKept, etag })
      if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    },
  )
}

const defaults = widgetSettingsSchema.parse({})

/**
 * The part of the settings that every visitor may see, without what the widget does by itself anyway. Null takes from pages what they
 * cannot have; what is set stands, since it was set with a plan that had it.
 */
function publicSettingsOf({ site: { settings, withheld }, test }: ShownEnvironment): PublicWidgetSettings {
  const { theme, invisible, whiteLabel, privacyUrl, design, translations } = settings.widget
  return {
    widget: {
      ...(theme === defaults.theme ? {} : { theme }),
      ...(invisible ? { invisible } : withheld.includes('INVISIBLE') ? { invisible: null } : {}),
      ...(whiteLabel ? { whiteLabel } : withheld.includes('WHITE_LABEL') ? { whiteLabel: null } : {}),
      ...(privacyUrl === null ? {} : { privacyUrl }),
      ...(Object.keys(design).length === 0 ? {} : { design }),
      ...(Object.keys(translations).length === 0 ? {} : { translations }),
    },
    minimalData: settings.minimalData,
    honeypots: settings.honeypots,
    failover: settings.failover === 'RECORDED_OUTAGES',
    test,
  }
}
