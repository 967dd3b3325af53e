import type { Imports } from '../draft/history.ts'
import { createDraft, type DraftInHand, fit, nameFrom, type Note, tagsFrom } from '../draft/draft.ts'
import { addAlerting, type Around } from './map-alerting.ts'
import { addMaintenance } from './map-maintenance.ts'
import { checkOf, intervalOf, listOf, type Monitor, numberOf } from './map-monitor.ts'
import { addPages } from './map-page.ts'
import type { KumaTables } from './open-database.ts'

/** How many members a group may have. */
const membersMax = 100

/** What a database of Uptime Kuma becomes. `today` is such as `2026-11-27`. */
export function draftOfKuma(
  tables: KumaTables,
  around: Pick<Around, 'language' | 'activateChannels' | 'pictures'> & {
    readonly timeZone: string
    readonly today: string
  },
): Imports {
  const draft = createDraft()
  const tags = tagsByMonitor(tables)
  const expiryDays = expiryDaysOf(tables)
  const keys = new Map<number, string>()
  for (const monitor of tables.monitor) {
    const id = numberOf(monitor['id'])
    if (monitor['type'] !== 'group' && addMonitor(draft, monitor, { tags: tags.get(id) ?? [], expiryDays }))
      keys.set(id, keyOf(id))
  }
  for (const group of tables.monitor.filter(({ type }) => type === 'group')) {
    const id = numberOf(group['id'])
    if (addGroup(draft, group, { monitors: tables.monitor, keys, tags: tags.get(id) ?? [] })) keys.set(id, keyOf(id))
  }
  noteOthers(tables, draft)
  addAlerting(tables, draft, { ...around, keys, expiryDays })
  addPages(tables, draft, { ...around, keys, expiryDays })
  addMaintenance(tables, draft, { ...around, keys })
  return { ...draft.finish(), history: historyOf(tables, keys) }
}

function keyOf(id: number): string {
  return `kuma-${id}`
}

function addMonitor(
  draft: DraftInHand,
  monitor: Monitor,
  { tags, expiryDays }: { tags: readonly string[]; expiryDays: number },
): boolean {
  const name = nameFrom(monitor['name'], `Monitor ${monitor['id']}`)
  const note = draft.noteOn(name)
  const intervalSeconds = intervalOf(monitor, note)
  const check = checkOf(monitor, intervalSeconds, expiryDays, note)
  if (check === null) return false
  const retries = check.kind === 'HEARTBEAT' ? 1 : fit(numberOf(monitor['maxretries']), [0, 5], note, 'maxretries')
  noteLeftOut(monitor, note)
  return draft.addService({
    key: keyOf(numberOf(monitor['id'])),
    name,
    check,
    intervalSeconds,
    retries,
    tags: tagsFrom(tags, note),
    paused: monitor['active'] !== 1,
  })
}

/** What has no place here. */
function noteLeftOut(monitor: Monitor, note: Note): void {
  const { interval, retry_interval: again } = monitor
  if (monitor['description']) note('setting-unsupported', 'description', monitor['description'])
  if (numberOf(monitor['maxretries']) > 0 && monitor['type'] !== 'push' && again && again !== interval)
    note('setting-unsupported', 'retry_interval', again)
}

/** A group is up when all below it is. Groups in it give their members to it. */
function addGroup(
  draft: DraftInHand,
  group: Monitor,
  {
    monitors,
    keys,
    tags,
  }: { monitors: readonly Monitor[]; keys: ReadonlyMap<number, string>; tags: readonly string[] },
): boolean {
  const name = nameFrom(group['name'], `Monitor ${group['id']}`)
  const note = draft.noteOn(name)
  const children = Map.groupBy(monitors, ({ parent }) => parent ?? null)
  const [members, waiting, seen] = [new Set<string>(), [group['id'] ?? null], new Set<unknown>()]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || id === null) continue
    seen.add(id)
    if (id !== group['id']) note('value-adjusted', 'members', keyOf(numberOf(id)))
    for (const child of children.get(id) ?? []) {
      const key = keys.get(numberOf(child['id']))
      if (child['type'] === 'group') waiting.push(child['id'] ?? null)
      else if (key !== undefined) members.add(key)
    }
  }
  if (members.size > membersMax) note('value-adjusted', 'members', members.size)
  return draft.addService({
    key: keyOf(numberOf(group['id'])),
    name,
    tags: tagsFrom(tags, note),
    paused: group['active'] !== 1,
    check: {
      kind: 'GROUP',
      target: { members: [...members].slice(0, membersMax) },
    },
  })
}

function tagsByMonitor(tables: KumaTables): ReadonlyMap<number, readonly string[]> {
  const names = new Map(tables.tag.map(({ id, name }) => [id, String(name)]))
  const rows = tables.monitor_tag.flatMap((row) => {
    const name = names.get(row['tag_id'] ?? null)
    return name === undefined
      ? []
      : [{ id: numberOf(row['monitor_id']), tag: row['value'] ? `${name}: ${row['value']}` : name }]
  })
  const grouped = Map.groupBy(rows, ({ id }) => id)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ tag }) => tag)]))
}

/** How many days ahead that product warned of a certificate at first. */
function expiryDaysOf({ setting }: KumaTables): number {
  const days = listOf(setting.find(({ key }) => key === 'tlsExpiryNotifyDays')?.['value']).map(Number)
  return Math.min(365, Math.max(1, ...(days.length === 0 ? [21] : days.filter(Number.isInteger))))
}

/** What has to be set up anew, and what is only near. */
function noteOthers(tables: KumaTables, draft: DraftInHand): void {
  const isWarned = ({ type, domain_expiry_notification: warns }: Monitor) => type === 'http' && warns === 1
  const domains = tables.monitor.filter(isWarned).length
  if (domains > 0) draft.noteOn('Uptime Kuma')('set-up-anew', 'domain_expiry_notification', domains)
  if (tables.stat_daily.length > 0) draft.noteOn('Uptime Kuma')('history-approximate', 'stat_daily')
}

/** Days and changes of state of what came along. Times are UTC there. */
function historyOf(tables: KumaTables, keys: ReadonlyMap<number, string>): Imports['history'] {
  const of = (row: Monitor): string | undefined => keys.get(numberOf(row['monitor_id']))
  const intervals = new Map(tables.monitor.map(({ id, interval }) => [id, numberOf(interval) || 60]))
  const days = tables.stat_daily.flatMap((row) => {
    const key = of(row)
    const at = numberOf(row['timestamp']) * 1_000
    if (key === undefined || at <= 0 || at > 8.64e15) return []
    const average = numberOf(row['ping'])
    return [
      {
        key,
        day: new Date(at).toISOString().slice(0, 10),
        up: numberOf(row['up']),
        down: numberOf(row['down']),
        averageMs: average,
        minMs: numberOf(row['ping_min']) || average,
        maxMs: numberOf(row['ping_max']) || average,
        everySeconds: intervals.get(row['monitor_id'] ?? null) ?? 60,
      },
    ]
  })
  const states = { 0: 'DOWN', 1: 'UP', 3: 'MAINTENANCE' } as const
  const changes = tables.heartbeat.toReversed().flatMap((row) => {
    const [key, to] = [of(row), states[row['status'] as keyof typeof states]]
    const at = Date.parse(`${String(row['time']).replace(' ', 'T')}Z`)
    return key === undefined || to === undefined || Number.isNaN(at) ? [] : [{ key, at, to }]
  })
  return { days, changes }
}
