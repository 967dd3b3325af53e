import type { Verification } from '@bollard/contracts'
import { Button, Icon } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { useLiveEvents, useLiveFilter } from '../../live/live-provider.tsx'

/**
 * A log that one is reading must not move by itself, so what is new waits behind a button that floats above it; on a phone below, where it
 * hides no title. Only what fits the filter (`search`, as in the address) and is not among the rows that were read `at` (milliseconds) counts.
 */
export function NewOnes({ search, at, rows }: { search: string; at: number; rows: readonly Verification[] }) {
  const { t } = useTranslation()
  const revalidator = useRevalidator()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  useLiveFilter(search, at)
  useLiveEvents((event) => {
    if (event.kind !== 'verification') return
    const { verificationId } = event.verification
    if (!rows.some((row) => row.verificationId === verificationId))
      setArrived((before) => new Set([...before, verificationId]))
  })
  const count = arrived.size
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[70px] z-20 grid justify-items-center max-sm:top-auto max-sm:bottom-5 lg:ps-[248px]"
    >
      {count > 0 ? (
        <Button
          size="dense"
          variant="ink"
          className="pointer-events-auto !rounded-post shadow-float"
          onClick={() => void revalidator.revalidate()}
        >
          <Icon name="refresh" className="size-3.5" />
          {t(($) => $.log.new, { count })}
        </Button>
      ) : null}
    </div>
  )
}
