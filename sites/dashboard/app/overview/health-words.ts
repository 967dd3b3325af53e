import type { Period } from '@bollard/contracts'
import type { TFunction } from 'i18next'
import type { Formats } from '../words/formats.ts'
import type { Health } from './judge-health.ts'

/** The health of a solution as one sentence. */
export function healthWords(t: TFunction, formats: Formats, health: Health, inPeriod: Period): string {
  const period = t(($) => $.periods.in[inPeriod])
  switch (health.kind) {
    case 'unused':
      return t(($) => $.health.unused)
    case 'server-silent':
      return t(($) => $.health.serverSilent)
    case 'quiet':
      return t(($) => $.health.quiet, { period })
    case 'unfetched':
      return t(($) => $.health.unfetched, { period, share: formats.share(health.share) })
    case 'attack-now':
      return t(($) => $.health.attackNow, { from: formats.weekdayHour(health.from), stopped: formats.whole(health.stopped), through: formats.whole(health.through) })
    case 'attack-over':
      return t(($) => $.health.attackOver, { from: formats.weekdayHour(health.from), to: formats.weekdayHour(health.to), stopped: formats.whole(health.stopped) })
    case 'calm': {
      const values = { period, count: health.checked, n: formats.whole(health.checked), stopped: formats.whole(health.stopped) }
      return health.stopped === 0 ? t(($) => $.health.clean, values) : t(($) => $.health.calm, values)
    }
    default:
      return health satisfies never
  }
}
