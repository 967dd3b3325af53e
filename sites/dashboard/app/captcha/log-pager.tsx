import { Pager } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

interface LogPagerProps {
  /** Null on the last page. */
  nextCursor: string | null
  isFirstPage: boolean
  /** Says it better than "Older". */
  older?: string
}

/** Steps through the log and what was made of it, the newest first. */
export function LogPager({ older, ...place }: LogPagerProps) {
  const { t } = useTranslation()
  return (
    <Pager
      {...place}
      newest={t(($) => $.log.newest)}
      newer={t(($) => $.log.newer)}
      older={older ?? t(($) => $.log.older)}
    />
  )
}
