import { useTranslation } from 'react-i18next'
import type { Evidence } from './evidence.server.ts'

/** The version of a client, and whether it can be had yet. */
export function Version({ of: { version, isReleased } }: { of: Pick<Evidence, 'version' | 'isReleased'> }) {
  const { t } = useTranslation()
  return <span>{t(($) => $.integrations.version[isReleased ? 'released' : 'unreleased'], { version })}</span>
}
