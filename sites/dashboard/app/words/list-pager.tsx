import { Pager } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** The ways through a list that begins with its newest. */
export function ListPager(page: { nextCursor: string | null; isFirstPage: boolean }) {
  const { t } = useTranslation()
  return <Pager {...page} newest={t(($) => $.solutions.newest)} older={t(($) => $.solutions.older)} />
}
