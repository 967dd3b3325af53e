import { Pager } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** Steps through a list that comes in pages by cursor. */
export function ListPager(place: { nextCursor: string | null; isFirstPage: boolean }) {
  const { t } = useTranslation()
  return <Pager {...place} newest={t(($) => $.frame.first)} older={t(($) => $.frame.more)} />
}
