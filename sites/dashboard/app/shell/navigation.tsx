import { SideLink, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { SettingsLinks } from './settings-links.tsx'
import type { ListedSolution } from '../frame/use-signed-in.ts'
import { SubMenu } from './sub-menu.tsx'

/** The groups of the sidebar: the pages of the solution one is looking at, then those for all of them. */
export function Navigation({ current }: { current: ListedSolution | null }) {
  const { t } = useTranslation()
  const { language } = useSite()
  // What they show is of a captcha, which monitoring alone has none of.
  const hasCaptcha = current !== null && current.item.type !== 'MONITORING'
  const base = current ? `/${language}/solutions/${current.id}` : ''
  return (
    <nav aria-label={t(($) => $.nav.label)} data-commands={t(($) => $.nav.general)} className="grid gap-0.5">
      {current ? (
        <div data-command-group={current.label} className="grid gap-0.5">
          {hasCaptcha ? (
            <>
              <SideLink icon="dashboard" to={`${base}/overview`}>
                {t(($) => $.nav.overview)}
              </SideLink>
              <SubMenu icon="shield" title={t(($) => $.nav.captcha)}>
                <SideLink to={`${base}/captcha/statistics`}>{t(($) => $.nav.statistics)}</SideLink>
                <SideLink to={`${base}/captcha/verifications`}>{t(($) => $.nav.verifications)}</SideLink>
                <SideLink to={`${base}/captcha/settings/rules`}>{t(($) => $.nav.rules)}</SideLink>
                <SideLink to={`${base}/captcha/alerts`}>{t(($) => $.nav.alerts)}</SideLink>
                <SideLink to={`${base}/captcha/webhooks`}>{t(($) => $.nav.webhooks)}</SideLink>
                {/* Straight to the first tab: a redirect would be one more answer to wait for. */}
                <SideLink
                  to={`${base}/captcha/settings/protection`}
                  within={`${base}/captcha/settings`}
                  except={`${base}/captcha/settings/rules`}
                >
                  {t(($) => $.nav.captchaSettings)}
                </SideLink>
              </SubMenu>
              {current.item.type === 'BUNDLE_SECURITY' ? (
                <ProtectionLinks base={base} readsMessages={current.myRole !== 'VIEWER'} />
              ) : (
                <SideLink icon="code" to={`${base}/set-up`}>
                  {t(($) => $.nav.setUp)}
                </SideLink>
              )}
            </>
          ) : (
            <MonitoringLinks base={`${base}/monitoring`} />
          )}
          <SettingsLinks solution={current} />
        </div>
      ) : null}
      <p className="px-2.5 pt-4 pb-1.5 text-xs text-ink-3">{t(($) => $.nav.general)}</p>
      <SideLink icon="chart" to={`/${language}/dashboard`}>
        {t(($) => $.nav.dashboard)}
      </SideLink>
      <SideLink icon="plus" to={`/${language}/solution-creation`}>
        {t(($) => $.nav.createNew)}
      </SideLink>
      <SideLink icon="list" to={`/${language}/captchas`}>
        {t(($) => $.nav.mySolutions)}
      </SideLink>
      <SideLink icon="user" to={`/${language}/billing`}>
        {t(($) => $.billing.own.title)}
      </SideLink>
      <SideLink icon="lock" to={`/${language}/legal`}>
        {t(($) => $.legal.title)}
      </SideLink>
      <SideLink icon="mail" to={`/${language}/support`}>
        {t(($) => $.support.title)}
      </SideLink>
      <SideLink icon="users" to={`/${language}/organizations`}>
        {t(($) => $.organizations.title)}
      </SideLink>
    </nav>
  )
}

/** The pages of a solution of type MONITORING. */
function MonitoringLinks({ base }: { base: string }) {
  const { t } = useTranslation()
  return (
    <>
      <SideLink icon="dashboard" to={`${base}/overview`}>
        {t(($) => $.nav.overview)}
      </SideLink>
      <SubMenu icon="chart" title={t(($) => $.types.MONITORING)}>
        <SideLink to={`${base}/services`}>{t(($) => $.monitoring.services.title)}</SideLink>
        <SideLink to={`${base}/incidents`}>{t(($) => $.monitoring.incidents.title)}</SideLink>
        <SideLink to={`${base}/maintenance`}>{t(($) => $.monitoring.maintenance.title)}</SideLink>
        <SideLink to={`${base}/alerts`}>{t(($) => $.monitoring.alerts.title)}</SideLink>
        <SideLink to={`${base}/channels`}>{t(($) => $.monitoring.channels.title)}</SideLink>
        <SideLink to={`${base}/pages`}>{t(($) => $.statusPages.title)}</SideLink>
        <SideLink to={`${base}/reports`}>{t(($) => $.statusPages.reports.title)}</SideLink>
        <SideLink to={`${base}/subscribers`}>{t(($) => $.statusPages.subscribers.title)}</SideLink>
        <SideLink to={`${base}/access`}>{t(($) => $.monitoring.access.title)}</SideLink>
      </SubMenu>
    </>
  )
}

/** The pages that a solution of type BUNDLE_SECURITY has beside those of its captcha; what visitors wrote is for members alone. */
function ProtectionLinks({ base, readsMessages }: { base: string; readsMessages: boolean }) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.nav, { returnObjects: true })
  return (
    <>
      <SubMenu icon="lock" title={t(($) => $.types.BUNDLE_SECURITY)}>
        <SideLink to={`${base}/protection/captcha`}>{words.captcha}</SideLink>
        <SideLink to={`${base}/protection/limiters`}>{words.limiters}</SideLink>
        <SideLink to={`${base}/protection/validations`} except={`${base}/protection/validations/reviews`}>
          {words.validations}
        </SideLink>
        {readsMessages ? <SideLink to={`${base}/protection/validations/reviews`}>{words.reviews}</SideLink> : null}
        <SideLink to={`${base}/protection/settings`}>{words.settings}</SideLink>
        <SideLink to={`${base}/protection/start`}>{words.start}</SideLink>
      </SubMenu>
      <SideLink icon="chart" to={`${base}/analytics`}>
        {words.analytics}
      </SideLink>
      <SideLink icon="list" to={`${base}/reports/overview`}>
        {words.reports}
      </SideLink>
    </>
  )
}
