import { useSite } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

/** What an advertisement or the link of a partner put into the address; null where nothing did. */
export interface Click {
  gclid: string | null
  referralCode: string | null
}

/** Yes and no as two buttons that are alike. The click stands in the form and nowhere else until there is an answer. */
export function ConsentForm({ click, hidden }: { click: Click | null; hidden?: boolean }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { pathname } = useLocation()
  return (
    <form
      method="post"
      action={`/${language}/legal/cookie-settings`}
      hidden={hidden}
      className={hidden ? undefined : 'grid max-w-[26rem] grid-cols-2 gap-3'}
    >
      <input type="hidden" name="from" value={pathname} />
      {click?.gclid ? <input type="hidden" name="gclid" value={click.gclid} /> : null}
      {click?.referralCode ? <input type="hidden" name="referralCode" value={click.referralCode} /> : null}
      <Button type="submit" name="cookie_consent" value="rejected" wide>
        {t(($) => $.consent.decline)}
      </Button>
      <Button type="submit" name="cookie_consent" value="accepted" wide>
        {t(($) => $.consent.accept)}
      </Button>
    </form>
  )
}

/** The same in two or three sentences, for the banner of somebody whom no advertisement or partner brought; the page behind its link has all of it. */
export function ShortConsentText() {
  const { t } = useTranslation()
  const { recordsVisits } = useSite()
  return (
    <>
      {t(($) => $.consent.short)} {recordsVisits ? `${t(($) => $.consent.shortReplay)} ` : ''}
      {t(($) => $.consent.declined)}
    </>
  )
}

/** What somebody agrees to, and what is kept if they do not. */
export function ConsentText() {
  const { t } = useTranslation()
  const { consentMode, recordsVisits } = useSite()
  const isKeptInTab = consentMode === 'specification'
  return (
    <>
      {t(($) => $.consent.text)} {recordsVisits ? `${t(($) => $.consent.replay)} ` : ''}
      {isKeptInTab ? t(($) => $.consent.declinedInTab) : t(($) => $.consent.declined)}
    </>
  )
}
