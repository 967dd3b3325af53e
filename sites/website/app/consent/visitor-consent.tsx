import { ModuleScript, useSite } from '@bollard/site-kit'
import type { Consent } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import consentIsland from '../islands/visitor-consent.ts?worker&url'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import replayIsland from '../replay/session-replay.island.ts?worker&url'
import { type Click, ConsentForm, ConsentText, ShortConsentText } from './consent-form.tsx'

/**
 * Asks, once, whether what brought a visitor may be remembered: everybody, or in strict mode those who came by an advertisement or the link of
 * a partner, since nobody else has anything to agree to (0067). It is there with the page and lies above it, so nothing moves when it comes or goes, and works without JavaScript; the custom element saves
 * the reload and clears the address.
 */
export function VisitorConsent({ consent, click }: { consent: Consent | null; click: Click }) {
  const { t } = useTranslation()
  const { language, consentMode, recordsVisits } = useSite()
  const settings = `/${language}/legal/cookie-settings`
  const { pathname } = useLocation()
  const hasCome = click.gclid !== null || click.referralCode !== null
  const isForEverybody = consentMode === 'specification'
  // That page asks by itself.
  const isAsked = consent === null && (hasCome || isForEverybody) && pathname !== settings
  // Who has agreed before is not asked again: the element hands the click over by itself, also one that it has kept in the tab.
  const isHandedOver = consent === 'accepted' && (hasCome || isForEverybody)
  return (
    <visitor-consent
      data-consent={consent ?? ''}
      data-keeps-click={isForEverybody ? '' : undefined}
      data-replay={recordsVisits ? replayIsland : undefined}
    >
      {isAsked ? (
        <section
          aria-label={t(($) => $.consent.label)}
          data-consent-banner
          className="fixed inset-x-3 bottom-3 z-30 mx-auto grid max-w-[620px] gap-4 rounded-lg border border-line-strong bg-surface p-5 shadow-float sm:inset-x-6 sm:bottom-6 sm:p-6 print:hidden"
        >
          {/* On a small screen the text scrolls, so that the page behind it and both answers can be seen. */}
          <div className="grid max-h-[45dvh] gap-2 overflow-y-auto">
            <h2 className="text-lg tracking-[-.01em]">
              {recordsVisits ? t(($) => $.consent.titleWithReplay) : t(($) => $.consent.title)}
            </h2>
            <p className="max-w-[42em] text-sm text-ink-2">
              {hasCome ? <ConsentText /> : <ShortConsentText />}{' '}
              <a className="text-link" href={settings}>
                {t(($) => $.consent.more)}
              </a>
            </p>
          </div>
          <ConsentForm click={click} />
        </section>
      ) : null}
      {isHandedOver ? <ConsentForm click={click} hidden /> : null}
      <ModuleScript src={consentIsland} />
    </visitor-consent>
  )
}
