import { LanguageLinks, ThemeToggle, useSite } from '@bollard/site-kit'
import { Icon, panelRow } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { Operator } from '../frame/use-operator.ts'

/** Who operates, the way to the dashboard, and the end of the session of this site. */
export function OperatorFoot({ user }: { user: Operator['user'] }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <section aria-label={t(($) => $.nav.signedInAs)} className="grid gap-0.5 border-t border-line pt-3">
      <p className="px-2.5 pb-1 text-xs text-ink-3">
        {t(($) => $.nav.signedInAs)}
        <span className="block truncate text-sm text-ink">{user.email}</span>
      </p>
      {/* In wide windows they stand in the bar. */}
      <div className="flex flex-wrap items-center gap-2 px-2.5 pb-1 sm:hidden">
        <LanguageLinks />
        <ThemeToggle />
      </div>
      <a className={panelRow} href={`${urls.dashboard}/${language}/dashboard`}>
        <Icon name="chart" className="size-4 text-ink-3" />
        {t(($) => $.nav.dashboard)}
      </a>
      <form method="post" action={`/${language}/sign-out`}>
        <button type="submit" className={panelRow}>
          <Icon name="sign-out" className="size-4 text-ink-3" />
          {t(($) => $.nav.signOut)}
        </button>
      </form>
    </section>
  )
}
