import type { Statistics } from '@bollard/contracts'
import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { afterPaint, Awaited } from '../../frame/drawn-later.tsx'
import { useIsSentWhole } from '../../frame/use-is-sent-whole.ts'

/** The filters of the figures that a part of the page shows: those of the address, or for a moment those before. */
export const ShownSearch = createContext(new URLSearchParams())

export const useShownSearch = (): URLSearchParams => use(ShownSearch)

/**
 * The tables below the chart, which are most of the page and out of sight. They follow a moment after the figures above are on the
 * screen, so that a new period or filter is answered at once.
 */
export function BelowTheChart({
  statistics,
  children,
}: {
  statistics: Statistics
  children: (shown: Statistics) => ReactNode
}) {
  const [search] = useSearchParams()
  const current = useMemo(() => ({ statistics, search }), [statistics, search])
  const isSentWhole = useIsSentWhole()
  const [shown, setShown] = useState(isSentWhole ? current : null)
  useEffect(() => afterPaint(() => startTransition(() => setShown(current))), [current])
  // Drawn anew for other figures only, not because the page around it is loading or its address is another.
  return useMemo(
    () => (shown === null ? <Awaited /> : <ShownSearch value={shown.search}>{children(shown.statistics)}</ShownSearch>),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function each time, with nothing new in it
    [shown],
  )
}
