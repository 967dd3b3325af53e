import { useFormats } from '@bollard/site-kit'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

/** Day of the data, as packages/network-data/ATTRIBUTION.md has it. */
const asOf = '2026-06-17'

/** As packages/network-data/ATTRIBUTION.md asks: these licences want the sources named and linked wherever their data is shown. */
const sources = [
  { name: 'RouteViews', address: 'https://www.routeviews.org' },
  { name: 'NRO', address: 'https://www.nro.net' },
  { name: 'IP Geolocation by DB-IP', address: 'https://db-ip.com' },
] as const
const licence = { name: 'CC BY 4.0', address: 'https://creativecommons.org/licenses/by/4.0/' } as const

/** Names where country and operator of a visitor's network come from, and how old that is. */
export function NetworkSources() {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <p className="mt-3 border-t border-line pt-3 text-xs text-ink-3">
      {t(($) => $.detail.sources, { day: formats.day(asOf) })}{' '}
      {sources.map((source, index) => (
        <Fragment key={source.address}>
          {index === 0 ? null : ', '}
          <Source {...source} />
        </Fragment>
      ))}{' '}
      (<Source {...licence} />)
    </p>
  )
}

function Source({ name, address }: { name: string; address: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      className="rounded-sm whitespace-nowrap underline underline-offset-2 hover:text-ink"
    >
      <span lang="en">{name}</span>
      <span className="sr-only"> {t(($) => $.detail.newTab)}</span>
    </a>
  )
}
