import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** A document that was opened and read, whose facts a page repeats. */
export interface Source {
  name: string
  address: string
  /** ISO date that the document itself has, where it has one. */
  dated?: string
  /** ISO date on which it was read. */
  read: string
}

/** The documents behind a comparison, with their dates. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const day = (date: string) => new Date(date).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <div className="mt-6 text-sm text-ink-2">
      <p className="font-[560]">{t(($) => $.products.shared.sources)}</p>
      <ol className="mt-2 grid list-decimal gap-1 ps-5">
        {sources.map(({ name, address, dated, read }) => (
          <li key={address}>
            <a className="text-link [overflow-wrap:anywhere]" href={address}>
              {name}
            </a>{' '}
            {dated === undefined
              ? t(($) => $.products.shared.sourceRead, { read: day(read) })
              : t(($) => $.products.shared.sourceDated, { dated: day(dated), read: day(read) })}
          </li>
        ))}
      </ol>
    </div>
  )
}
