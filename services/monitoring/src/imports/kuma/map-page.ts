import { type DraftInHand, nameFrom, type Note, textFrom } from '../draft/draft.ts'
import { slugFrom } from '../draft/draft-alerting.ts'
import { toLogo } from '../../page/logo.ts'
import type { Around } from './map-alerting.ts'
import { numberOf } from './map-monitor.ts'
import type { KumaTables } from './open-database.ts'

type Row = KumaTables['status_page'][number]

/** Status pages as drafts: what the public sees, somebody looks at first. */
export function addPages(tables: KumaTables, draft: DraftInHand, around: Around): void {
  const groups = Map.groupBy(tables.group, (row) => numberOf(row['status_page_id']))
  const domains = Map.groupBy(tables.status_page_cname, (row) => numberOf(row['status_page_id']))
  const incidents = Map.groupBy(tables.incident, (row) => numberOf(row['status_page_id']))
  for (const row of tables.status_page) {
    const id = numberOf(row['id'])
    const slug = slugFrom(String(row['slug'] ?? ''))
    const name = nameFrom(row['title'], slug)
    const note = draft.noteOn(name)
    if (slug !== row['slug']) note('value-adjusted', 'slug', row['slug'])
    draft.alerting.addPage({
      key: `kuma-page-${id}`,
      slug,
      name,
      host: hostOf(domains.get(id) ?? [], note),
      description: joined('description', [row['description'], plainText(row['footer_text'])], note),
      announcement: joined('incident', pinned(incidents.get(id) ?? []), note),
      languages: [around.language],
      logo: logoOf(row['icon'], around.pictures, note),
      noindex: row['search_engine_index'] === 0,
      groups: groupsOf(tables, groups.get(id) ?? [], { around, note }),
    })
    note('switched-off', 'published')
    noteLeftOut(row, note)
  }
}

/**
 * The logo of a page. There it is a file beside the database, named by its path, or in older versions a data URL. One whose file is not
 * given, of another format, or too large is noted.
 */
function logoOf(icon: unknown, pictures: Around['pictures'], note: Note): string | null {
  const named = String(icon ?? '')
  if (named === '' || named === '/icon.svg') return null
  const file = /^\/upload\/([^/?#]+)(?:[?#].*)?$/u.exec(named)?.[1]
  const given = file === undefined ? undefined : pictures.find(({ name }) => name === file)
  const content = given?.content ?? /^data:image\/[\w.+-]+;base64,(.+)$/u.exec(named)?.[1]
  if (content === undefined) {
    note('set-up-anew', 'icon', named)
    return null
  }
  const logo = toLogo(Buffer.from(content, 'base64'))
  if (logo === null) note('value-invalid', 'icon', file ?? named.slice(0, 40))
  return logo
}

/** What has no place here. */
function noteLeftOut(row: Row, note: Note): void {
  if (row['theme'] && row['theme'] !== 'auto') note('setting-unsupported', 'theme', row['theme'])
  if (row['password']) note('set-up-anew', 'password')
  if (row['custom_css']) note('setting-unsupported', 'custom_css')
  for (const name of ['google_analytics_tag_id', 'analytics_id'])
    if (row[name]) note('setting-unsupported', name, row[name])
  if (row['show_tags'] === 1) note('setting-unsupported', 'show_tags')
}

/** The first domain; a page has one here, which its owner has to point to it. */
function hostOf(rows: readonly Row[], note: Note): string | null {
  const [first, ...others] = rows.map(({ domain }) => String(domain).toLowerCase())
  if (others.length > 0) note('setting-unsupported', 'domain', others.join(', '))
  if (first === undefined) return null
  const fits = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/u.test(first)
  note(fits ? 'host-unproven' : 'value-invalid', 'domain', first)
  return fits ? first : null
}

function groupsOf(tables: KumaTables, groups: readonly Row[], { around, note }: { around: Around; note: Note }) {
  const names = new Map(tables.monitor.map(({ id, name }) => [numberOf(id), nameFrom(name, `Monitor ${id}`)]))
  const members = Map.groupBy(tables.monitor_group, (row) => numberOf(row['group_id']))
  const byWeight = (one: Row, other: Row): number => numberOf(one['weight']) - numberOf(other['weight'])
  return groups.toSorted(byWeight).flatMap((group) => {
    const components = (members.get(numberOf(group['id'])) ?? []).toSorted(byWeight).flatMap((member) => {
      const id = numberOf(member['monitor_id'])
      const [service, name] = [around.keys.get(id), names.get(id) ?? `Monitor ${id}`]
      if (member['send_url'] === 1) note('setting-unsupported', 'send_url', name)
      if (service === undefined) note('value-invalid', 'monitor_group', name)
      return service === undefined ? [] : [{ service, name }]
    })
    return components.length === 0 ? [] : [{ name: nameFrom(group['name'], '') || null, components }]
  })
}

/** What stands above everything else there, newest first. */
function pinned(incidents: readonly Row[]): string[] {
  const shown = incidents.filter((row) => row['pin'] === 1 && row['active'] !== 0)
  return shown.toReversed().flatMap(({ title, content }) => [String(title ?? ''), String(content ?? '')])
}

function joined(field: string, parts: readonly unknown[], note: Note): string | null {
  const whole = parts.map((part) => textFrom(part)).filter((part) => part !== '')
  const text = whole.join('\n\n')
  if (text.length > 1_000) note('value-adjusted', field, text)
  return textFrom(text.slice(0, 1_000)) || null
}

/** A footer is Markdown or HTML there; pages here have text alone. */
function plainText(value: unknown): string {
  return String(value ?? '')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/gu, '$1 ($2)')
    .replaceAll(/[*_`#]+/gu, '')
    .trim()
}
