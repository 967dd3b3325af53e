import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** The other pages about money. */
export function BillingLinks() {
  const { t } = useTranslation()
  const { language } = useSite()
  const base = `/${language}/billing`
  return (
    <nav aria-label={t(($) => $.billing.title)} className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      <Link to={base} className="text-link">
        {t(($) => $.billing.invoices)}
      </Link>
      <Link to={`${base}?status=OVERDUE`} className="text-link">
        {t(($) => $.billing.dunning)}
      </Link>
      <Link to={`${base}/refunds?state=OPEN`} className="text-link">
        {t(($) => $.billing.refunds)}
      </Link>
      <Link to={`${base}/bookings`} className="text-link">
        {t(($) => $.billing.bookings)}
      </Link>
      <Link to={`${base}/vat-checks`} className="text-link">
        {t(($) => $.billing.vatChecks.title)}
      </Link>
    </nav>
  )
}
