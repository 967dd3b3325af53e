import { setTimeout as pause } from 'node:timers/promises'
import type { WorkRange } from '@bollard/bot-score'
import { captchaRoutes, type SiteSettings, designFaults } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { createProcessLimiter, type FieldError, mountRoute, ProblemError } from '@bollard/http'
import { rateLimits } from '../../rate-limits.ts'
import { faultsOf } from '../../edge/sites/site-credentials.ts'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import type { PlanContext } from '../plan/plan-terms.ts'
import { checkNetworks } from '../rules/check-rule.ts'
import { changeSettings } from './change-settings.ts'
import { predictWork } from './predict-work.ts'
import { timeZoneFaults } from './time-zone-faults.ts'

export interface SettingsContext extends PlanContext {
  readonly db: Database
  readonly now: () => Date
  readonly work: WorkRange
  /** Days for which the operator keeps single verifications; an owner can only ask for less. */
  readonly retentionDays: number
  /** Makes the statistics of kept days anew, whose days begin and end elsewhere now. */
  readonly rebuildDays: (siteId: number) => Promise<void>
}

const waitMsMax = 2_000

/** The calls that show and change how a site treats its visitors. */
export function mountSiteSettings(app: SiteScope, context: SettingsContext): void {
  mountRoute(app, captchaRoutes.getSiteSettings, async ({ standing: { site } }) => {
    const { settings, version } = site
    return { ...settings, version }
  })

  const limiter = createProcessLimiter(rateLimits, context.now)
  mountRoute(
    app,
    captchaRoutes.putSiteSettings,
    async ({ actor, standing: { site }, body: { version, ...wanted }, call }) => {
      const ofNetworks: FieldError[] = []
      const exemptNetworks = checkNetworks(wanted.exemptNetworks, '/exemptNetworks', ofNetworks)
      const settings: SiteSettings = { ...wanted, exemptNetworks }
      const errors = [
        ...ofNetworks,
        ...faultsOf(settings),
        ...designFaults(settings.widget.design).map(({ pointer, code }) => ({
          pointer: `/widget/design${pointer}`,
          code,
        })),
        ...retentionFaults(settings, site.settings, context.retentionDays),
        ...(settings.timeZone === site.settings.timeZone ? [] : await timeZoneFaults(context.db, settings.timeZone)),
      ]
      if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
      if (settings.timeZone !== site.settings.timeZone) await limiter.take('changeTimeZone', String(site.id))
      await changeSettings(context, actor, site, { version, settings }, call)
      // A long log takes longer than anybody waits; what is not done by then goes on, and is taken up again should the process end.
      if (settings.timeZone !== site.settings.timeZone)
        await Promise.race([context.rebuildDays(site.id), pause(waitMsMax, undefined, { ref: false })])
      return { ...settings, version: version + 1 }
    },
  )

  mountRoute(app, captchaRoutes.getPredictedWork, async ({ query }) => predictWork(context.work, query.difficulty))
}

/** What was allowed before the operator kept less is no fault of whoever saves something else; it holds no longer than that all the same. */
function retentionFaults({ retentionDays }: SiteSettings, old: SiteSettings, most: number) {
  return retentionDays > most && retentionDays > old.retentionDays
    ? [{ pointer: '/retentionDays', code: 'too-large', params: { max: most } }]
    : []
}
