import type { WorkRange } from '@bollard/bot-score'
import { captchaRoutes, type SiteSettings, designFaults } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { type FieldError, mountRoute, ProblemError } from '@bollard/http'
import { faultsOf } from '../../edge/sites/site-credentials.ts'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import type { PlanContext } from '../plan/plan-terms.ts'
import { checkNetworks } from '../rules/check-rule.ts'
import { changeSettings } from './change-settings.ts'
import { predictWork } from './predict-work.ts'

export interface SettingsContext extends PlanContext {
  readonly db: Database
  readonly now: () => Date
  readonly work: WorkRange
  /** Days for which the operator keeps single verifications; an owner can only ask for less. */
  readonly retentionDays: number
}

/** The calls that show and change how a site treats its visitors. */
export function mountSiteSettings(app: SiteScope, context: SettingsContext): void {
  mountRoute(app, captchaRoutes.getSiteSettings, async ({ standing: { site } }) => {
    const { settings, version } = site
    return { ...settings, version }
  })

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
      ]
      if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
      await changeSettings(context, actor, site, { version, settings }, call)
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
