import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { Platform } from './platforms.ts'

const meanings = { platform: 'human', 'stand-ins': 'doubt', page: 'neutral' } satisfies Record<Platform['ran'], Meaning>

/** Where a platform's code has run, in three words. */
export function StatusPill({ ran }: { ran: Platform['ran'] }) {
  const { t } = useTranslation()
  const words = {
    platform: t(($) => $.integrations.status.platform),
    'stand-ins': t(($) => $.integrations.status.standIns),
    page: t(($) => $.integrations.status.page),
  }
  return (
    <Pill meaning={meanings[ran]} mark>
      {words[ran]}
    </Pill>
  )
}
