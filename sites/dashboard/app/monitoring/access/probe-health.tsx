import type { Probe } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

export const probeMeanings = {
  WAITING: 'neutral',
  CONNECTED: 'human',
  AWAY: 'bot',
  REVOKED: 'neutral',
} as const satisfies Readonly<Record<Probe['state'], string>>

/** A clock that is wrong by less disturbs nobody: checks are dated by ours. */
const clockMsMin = 2_000

/** Its version, and what is wrong with a probe as far as it has said so itself. */
export function ProbeHealth({ probe }: { probe: Probe }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { softwareVersion, clockMs, waitingResults, droppedResults, hasLine } = probe
  if (probe.state === 'REVOKED') return null
  const time = formats.duration(Math.abs(clockMs ?? 0))
  const lines = [
    softwareVersion === null ? null : t(($) => $.monitoring.access.version, { version: softwareVersion }),
    clockMs === null || Math.abs(clockMs) < clockMsMin
      ? null
      : clockMs > 0
        ? t(($) => $.monitoring.access.clockAhead, { time })
        : t(($) => $.monitoring.access.clockBehind, { time }),
    waitingResults ? t(($) => $.monitoring.access.waiting, { count: waitingResults }) : null,
    droppedResults ? t(($) => $.monitoring.access.dropped, { count: droppedResults }) : null,
    hasLine === false ? t(($) => $.monitoring.access.noLine) : null,
  ]
  return lines.map((line) => (line === null ? null : <span key={line}>{line}</span>))
}
