import { PageHead, useSite } from '@bollard/site-kit'
import { consentOf, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { answerConsent } from '../../consent/answer-consent.server.ts'
import { ConsentForm, ConsentText } from '../../consent/consent-form.tsx'
import type { Route } from './+types/cookie-settings.ts'

/** Plain HTML; the answer is a form. */
export const handle = { hydrate: false }

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  consent: consentOf(request),
  countsViews: scopeOf(context, request).site.measuring?.pageViews === true,
  isByBrowser: request.headers.get('sec-gpc') === '1',
})
export const action = ({ context, request }: Route.ActionArgs) => answerConsent(context, request)

export default function CookieSettings({ loaderData: { consent, isByBrowser, countsViews } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { consentMode, recordsVisits } = useSite()
  const keepsClick = consentMode === 'specification'
  const kept = [
    { name: 'cookie_consent', of: t(($) => $.cookieSettings.kept.answer, { returnObjects: true }) },
    { name: 'advertising_token', of: t(($) => $.cookieSettings.kept.click, { returnObjects: true }) },
    { name: 'referral_code', of: t(($) => $.cookieSettings.kept.referral, { returnObjects: true }) },
    ...(keepsClick ? [{ name: 'gclid', of: t(($) => $.cookieSettings.kept.tab, { returnObjects: true }) }] : []),
    ...(recordsVisits ? [{ name: 'replay', of: t(($) => $.cookieSettings.kept.replay, { returnObjects: true }) }] : []),
    { name: 'demo_hold', of: t(($) => $.cookieSettings.kept.demo, { returnObjects: true }) },
    { name: 'code-tab', of: t(($) => $.cookieSettings.kept.codeTab, { returnObjects: true }) },
    { name: 'theme', of: t(($) => $.cookieSettings.kept.theme, { returnObjects: true }) },
  ]
  return (
    <article className="mx-auto grid max-w-[860px] gap-10 px-5 pt-10 pb-20 sm:px-8 lg:pt-16">
      <PageHead title={t(($) => $.cookieSettings.pageTitle)} description={t(($) => $.cookieSettings.description)} />
      <header className="grid gap-4">
        <h1 className="text-2xl font-[680] tracking-[-.03em] sm:text-3xl">{t(($) => $.cookieSettings.title)}</h1>
        <p className="max-w-[38em] text-ink-2">{t(($) => $.cookieSettings.lead)}</p>
      </header>
      <section
        aria-labelledby="measuring"
        data-consent-settings
        className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-[26px]"
      >
        <h2 id="measuring" className="text-lg tracking-[-.01em]">
          {recordsVisits ? t(($) => $.cookieSettings.measuringWithReplay) : t(($) => $.cookieSettings.measuring)}
        </h2>
        <p className="max-w-[42em] text-sm text-ink-2">
          <ConsentText />
        </p>
        <p data-consent-state className="text-sm font-[560]">
          {consent === 'accepted'
            ? t(($) => $.cookieSettings.state.accepted)
            : consent === null
              ? keepsClick
                ? t(($) => $.cookieSettings.state.openInTab)
                : t(($) => $.cookieSettings.state.open)
              : isByBrowser
                ? t(($) => $.cookieSettings.state.byBrowser)
                : t(($) => $.cookieSettings.state.rejected)}
        </p>
        <ConsentForm click={null} />
      </section>
      <div className="grid gap-3">
        <h2 className="text-lg tracking-[-.01em]">{t(($) => $.cookieSettings.kept.title)}</h2>
        <dl className="overflow-hidden rounded-lg border border-line bg-surface">
          {kept.map(({ name, of }) => (
            <div
              key={name}
              className="grid gap-x-6 gap-y-1 border-b border-line px-5 py-4 last:border-b-0 sm:grid-cols-[11rem_1fr] sm:px-[26px]"
            >
              <dt className="font-mono text-sm">{name}</dt>
              <dd>{of.purpose}</dd>
              <dd className="text-sm text-ink-2 sm:col-start-2">
                {of.when} · {of.howLong}
              </dd>
            </div>
          ))}
        </dl>
        <p className="max-w-[46em] text-sm text-ink-2">{t(($) => $.cookieSettings.kept.signIn)}</p>
        {countsViews ? (
          <p className="max-w-[46em] text-sm text-ink-2">
            {keepsClick ? t(($) => $.cookieSettings.views) : t(($) => $.cookieSettings.viewsOfAgreed)}
          </p>
        ) : null}
      </div>
    </article>
  )
}
