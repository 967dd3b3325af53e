import { useFormats } from '@bollard/site-kit'
import { ButtonLink, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface NothingFoundProps {
  /** Filters are wrong, so nothing was looked for. */
  isRefused: boolean
  isFirstPage: boolean
  isFiltered: boolean
  /** A reference code or an id was looked for. */
  isSearched: boolean
  /** The search ended there for lack of time; null at the end of the log. */
  searchedUntil: string | null
  /** Address of the pages of the captcha. */
  base: string
}

/** What stands in place of the rows, with the next step. */
export function NothingFound({
  isRefused,
  isFirstPage,
  isFiltered,
  isSearched,
  searchedUntil,
  base,
}: NothingFoundProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (isRefused) return <EmptyState title={t(($) => $.logFilter.errors.title)} />
  if (searchedUntil !== null) {
    return (
      <EmptyState title={t(($) => $.log.searchedTitle, { time: formats.moment(searchedUntil) })}>
        {t(($) => $.log.searchedText)}
      </EmptyState>
    )
  }
  if (isSearched) return <EmptyState title={t(($) => $.log.emptyCodeTitle)}>{t(($) => $.log.emptyCode)}</EmptyState>
  if (!isFirstPage) return <EmptyState title={t(($) => $.log.endTitle)}>{t(($) => $.log.end)}</EmptyState>
  if (isFiltered) {
    return (
      <EmptyState
        title={t(($) => $.log.emptyFilterTitle)}
        action={
          <ButtonLink asChild>
            <Link to="?">{t(($) => $.log.emptyFilterAction)}</Link>
          </ButtonLink>
        }
      >
        {t(($) => $.log.emptyFilter)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t(($) => $.log.emptyTitle)}
      action={
        <ButtonLink asChild variant="primary">
          <Link to={`${base}/set-up`}>{t(($) => $.log.emptyAction)}</Link>
        </ButtonLink>
      }
    >
      {t(($) => $.log.empty)}
    </EmptyState>
  )
}
