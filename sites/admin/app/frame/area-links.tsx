import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

type Pages = readonly (readonly [address: string, name: string])[]

/** Names and addresses of the pages of each area that has several, below its own. A page may be an often wanted filter of another one. */
function usePages() {
  const { t } = useTranslation()
  return {
    overview: [
      ['', t(($) => $.overview.title)],
      ['/health', t(($) => $.health.title)],
    ],
    users: [
      ['', t(($) => $.users.list)],
      ['/administrators', t(($) => $.users.administrators.title)],
    ],
    advertising: [
      ['', t(($) => $.advertising.conversions)],
      ['/batches', t(($) => $.advertising.batches)],
    ],
    billing: [
      ['', t(($) => $.billing.invoices)],
      ['?status=OVERDUE', t(($) => $.billing.dunning)],
      ['/refunds?state=OPEN', t(($) => $.billing.refunds)],
      ['/bookings', t(($) => $.billing.bookings)],
      ['/vat-checks', t(($) => $.billing.vatChecks.title)],
    ],
    content: [
      ['', t(($) => $.content.readers)],
      ['/notice', t(($) => $.content.notice.title)],
      ['/coverage', t(($) => $.content.coverage.title)],
      ['/published', t(($) => $.content.published.title)],
    ],
    visits: [
      ['', t(($) => $.telemetry.pages)],
      ['/performance', t(($) => $.telemetry.performance)],
      ['/replays', t(($) => $.telemetry.replays)],
    ],
    mail: [
      ['', t(($) => $.mail.outbox)],
      ['/templates', t(($) => $.mail.templates.title)],
    ],
  } as const satisfies Record<string, Pages>
}

/** The pages of an area, as a row above each of them. */
export function AreaLinks({ area }: { area: keyof ReturnType<typeof usePages> }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const location = useLocation()
  const pages: Pages = usePages()[area]
  const base = `/${language}/${area}`
  const current = currentOf(
    pages.map(([address]) => `${base}${address}`),
    location,
  )
  return (
    <nav aria-label={t(($) => $.nav.pages)} className="mb-5 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {pages.map(([address, name]) => (
        <Link
          key={address}
          to={`${base}${address}`}
          aria-current={`${base}${address}` === current ? 'page' : undefined}
          className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-2 hover:text-ink aria-[current=page]:border-amber aria-[current=page]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** Of the addresses with this path the last one whose filter holds, or else the first. */
function currentOf(
  addresses: readonly string[],
  { pathname, search }: { pathname: string; search: string },
): string | undefined {
  const asked = new URLSearchParams(search)
  const here = addresses.filter((address) => address.split('?', 1)[0] === pathname)
  const holds = (address: string) =>
    [...new URLSearchParams(address.split('?')[1])].every(([name, value]) => asked.get(name) === value)
  return here.findLast(holds) ?? here[0]
}
