import { ButtonLink, Icon } from '@bollard/ui'
import { Link, useLocation, useSearchParams } from 'react-router'

interface PagerProps {
  /** Null on the last page. */
  nextCursor: string | null
  isFirstPage: boolean
  newest: string
  /** Back by one page, where one has come from there; cursors lead one way only. */
  newer?: string
  older: string
}

/** Steps through a list by cursor. The place is in the address; everything else in it stays. */
export function Pager({ nextCursor, isFirstPage, newest, newer, older }: PagerProps) {
  const [search] = useSearchParams()
  const trail = trailOf(useLocation().state)
  const before = trail.at(-1)
  if (nextCursor === null && isFirstPage) return null
  return (
    <div className="mt-4 flex flex-wrap justify-between gap-3">
      {isFirstPage ? (
        <span />
      ) : (
        <div className="flex flex-wrap gap-3">
          <ButtonLink asChild size="dense">
            <Link to={`?${withCursor(search, null)}`}>
              {before === undefined || newer === undefined ? <Icon name="arrow-left" /> : null}
              {newest}
            </Link>
          </ButtonLink>
          {before === undefined || newer === undefined ? null : (
            <ButtonLink asChild size="dense">
              <Link to={before} state={{ trail: trail.slice(0, -1) }}>
                <Icon name="arrow-left" />
                {newer}
              </Link>
            </ButtonLink>
          )}
        </div>
      )}
      {nextCursor === null ? null : (
        <ButtonLink asChild size="dense">
          <Link to={`?${withCursor(search, nextCursor)}`} state={{ trail: [...trail, `?${search.toString()}`] }}>
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

/** Addresses of the pages that one came through, the oldest first. */
function trailOf(state: unknown): string[] {
  const trail: unknown = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : null
  return Array.isArray(trail) ? trail.filter((one) => typeof one === 'string') : []
}
