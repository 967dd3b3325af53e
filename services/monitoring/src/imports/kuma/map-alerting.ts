import type { Language } from '@bollard/i18n'
import { recordOf } from '../../configuration/read-file.ts'
import { type DraftInHand, nameFrom, type Note } from '../draft/draft.ts'
import { targetOf } from './map-channel.ts'
import { type Monitor, numberOf, parsed } from './map-monitor.ts'
import type { KumaTables } from './open-database.ts'

export interface Around {
  /** Keys of services by the id of their monitor. */
  readonly keys: ReadonlyMap<number, string>
  /** Of messages and pages: that product has one for all. */
  readonly language: Language
  readonly activateChannels: boolean
  /** Files that lie beside the database, as base64. */
  readonly pictures: readonly { readonly name: string; readonly content: string }[]
  /** How many days ahead certificates are warned of. */
  readonly expiryDays: number
}

/** At most so many times; that product repeats without end. */
const repeatsMax = 100

/**
 * Channels, and rules of them for the monitors that they are assigned to. Channels arrive switched off, or both products would tell of the
 * same while both run, and a wrong address would be found out in an emergency.
 */
export function addAlerting(tables: KumaTables, draft: DraftInHand, around: Around): void {
  const assigned = Map.groupBy(tables.monitor_notification, (row) => numberOf(row['notification_id']))
  for (const row of tables.notification) {
    const id = numberOf(row['id'])
    const name = nameFrom(row['name'], `Notification ${id}`).slice(0, 80).trim()
    const note = draft.noteOn(name)
    const target = targetOf(recordOf(parsed(row['config'])), note)
    const key = `kuma-notification-${id}`
    const active = around.activateChannels && row['active'] !== 0
    if (target === null || !draft.alerting.addChannel({ key, name, language: around.language, active, target }))
      continue
    if (!active) note('switched-off')
    const ids = new Set((assigned.get(id) ?? []).map((one) => numberOf(one['monitor_id'])))
    const watched = tables.monitor.filter((monitor) => ids.has(numberOf(monitor['id'])))
    addRules(draft, { key, name, watched, note }, around)
  }
}

function addRules(
  draft: DraftInHand,
  { key, name, watched, note }: { key: string; name: string; watched: readonly Monitor[]; note: Note },
  { keys, expiryDays }: Around,
): void {
  const keyOf = (monitor: Monitor): readonly string[] => {
    const known = keys.get(numberOf(monitor['id']))
    return known === undefined ? [] : [known]
  }
  if (watched.flatMap(keyOf).length === 0) return note('value-invalid', 'monitors')
  for (const [minutes, all] of Map.groupBy(watched, (monitor) => repeatMinutesOf(monitor)))
    draft.alerting.addRule({
      key: minutes === 0 ? key : `${key}-every-${minutes}`,
      name: minutes === 0 ? name : `${name.slice(0, 60)} (${minutes} min)`,
      channel: key,
      services: all.flatMap(keyOf),
      condition: { kind: 'STATE', states: ['DOWN'] },
      repeat: minutes === 0 ? null : { afterMinutes: minutes, times: repeatsMax },
    })
  const isWarned = (monitor: Monitor): boolean =>
    monitor['expiry_notification'] === 1 && String(monitor['url'] ?? '').startsWith('https:')
  draft.alerting.addRule({
    key: `${key}-certificate`,
    name: `${name.slice(0, 60)} (TLS)`,
    channel: key,
    services: watched.filter(isWarned).flatMap(keyOf),
    condition: { kind: 'CERTIFICATE', days: expiryDays },
  })
}

/** Minutes after which it tells again; 0 where it does not. */
function repeatMinutesOf(monitor: Monitor): number {
  const seconds = numberOf(monitor['resend_interval']) * (numberOf(monitor['interval']) || 60)
  return seconds <= 0 ? 0 : Math.min(1_440, Math.max(1, Math.round(seconds / 60)))
}
