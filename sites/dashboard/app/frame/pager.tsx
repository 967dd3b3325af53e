import { ButtonLink, Icon } from '@bollard/ui'
import { Link, useSearchParams } from 'react-router'

interface PagerProps {
  /** Null on the last page. */
  nextCursor: string | null
  isFirstPage: boolean
  newest: string
  older: string
}

/** Steps through a list by cursor. The place is in the address; everything else in it stays. */
export function Pager({ nextCursor, isFirstPage, newest, older }: PagerProps) {
  const [search] = useSearchParams()
  if (nextCursor === null && isFirstPage) return null
  return (
    <div className="mt-4 flex flex-wrap justify-between gap-3">
      {isFirstPage ? (
        <span />
      ) : (
        <ButtonLink asChild size="dense">
          <Link to={`?${withCursor(search, null)}`}>
            <Icon name="arrow-left" />
            {newest}
          </Link>
        </ButtonLink>
      )}
      {nextCursor === null ? null : (
        <ButtonLink asChild size="dense">
          <Link to={`?${withCursor(search, nextCursor)}`}>
            {older}
            <Icon name="arrow-right" />
          </Link>
        </ButtonLink>
      )}
    </div>
  )
}

function withCursor(search: URLSearchParams, cursor: string | null): string {
  const next = new URLSearchParams(search)
  if (cursor === null) next.delete('cursor')
  else next.set('cursor', cursor)
  return next.toString()
}
