import { type Formats } from '@bollard/site-kit'
import type { Period } from '@bollard/contracts'
import type { TFunction } from 'i18next'
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
      return t(($) => $.health.attackNow, {
        from: inPeriod === '30d' ? formats.dayMonth(health.from) : formats.weekdayHour(health.from),
        stopped: formats.whole(health.stopped),
        through: formats.whole(health.through),
      })
    case 'attack-over':
      return attackOver(t, formats, health, inPeriod)
    case 'calm': {
      const values = {
        period,
        count: health.checked,
        n: formats.whole(health.checked),
        stopped: formats.whole(health.stopped),
      }
      return health.stopped === 0 ? t(($) => $.health.clean, values) : t(($) => $.health.calm, values)
    }
    default:
      return health satisfies never
  }
}

/** A month is told in days: the last one is the one before the end. */
function attackOver(
  t: TFunction,
  formats: Formats,
  { from, to, stopped }: Extract<Health, { kind: 'attack-over' }>,
  inPeriod: Period,
): string {
  const bots = formats.whole(stopped)
  if (inPeriod !== '30d')
    return t(($) => $.health.attackOver, {
      from: formats.weekdayHour(from),
      to: formats.weekdayHour(to),
      stopped: bots,
    })
  const first = formats.dayMonth(from)
  const last = formats.dayMonth(new Date(Date.parse(to) - 86_400_000).toISOString())
  return first === last
    ? t(($) => $.health.attackOn, { day: first, stopped: bots })
    : t(($) => $.health.attackOver, { from: first, to: last, stopped: bots })
}
