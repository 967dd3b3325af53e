import type { Site } from '@bollard/contracts'
import { useState } from 'react'
import { useLiveEvents } from '../../live/live-provider.tsx'

export interface Integration {
  /** When the first visitor was checked, and when the customer's server first asked; null while waiting. */
  verifiedAt: string | null
  fetchedAt: string | null
  /** Score of that first verification; null when it came before this page was open. */
  score: number | null
}

/** Both halves of an integration as they come to life: what the page was loaded with, and what happens while it is open. */
export function useIntegration(site: Pick<Site, 'firstVerificationAt' | 'firstFetchedAt'>): Integration {
  const [seen, setSeen] = useState<Integration>({ verifiedAt: null, fetchedAt: null, score: null })
  useLiveEvents((event) => {
    switch (event.kind) {
      case 'verification':
        return setSeen((before) =>
          before.verifiedAt === null
            ? { ...before, verifiedAt: event.verification.finishedAt, score: event.verification.score }
            : before,
        )
      case 'fetched':
        return setSeen((before) => ({ ...before, fetchedAt: before.fetchedAt ?? event.at }))
      default:
        return event satisfies never
    }
  })
  return {
    verifiedAt: site.firstVerificationAt ?? seen.verifiedAt,
    fetchedAt: site.firstFetchedAt ?? seen.fetchedAt,
    score: site.firstVerificationAt === null ? seen.score : null,
  }
}
