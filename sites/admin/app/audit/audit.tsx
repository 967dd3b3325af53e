import { type AuditEntry, systemAuditAreas } from '@bollard/contracts'
import { Moment, useSite } from '@bollard/site-kit'
import { apiOf, load, loadPage } from '@bollard/site-kit/server'
import { Alert, ButtonLink, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ActionWords } from '../frame/action-words.tsx'
import { ActorName } from '../frame/actor-name.tsx'
import { FilterForm } from '../frame/filter-form.tsx'
import { ListPager } from '../frame/list-pager.tsx'
import { namesOfOperators } from '../frame/names-of-operators.server.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { askedOf } from './asked-of.ts'
import type { Route } from './+types/audit.ts'

const perPage = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const asked = askedOf(request)
  const cursor = new URL(request.url).searchParams.get('cursor') || undefined
  const [{ items, nextCursor }, { brokenAt }] = await Promise.all([
    loadPage(context, request, api.listSystemAudit({ ...asked, limit: perPage, cursor })),
    load(context, request, api.checkSystemAudit({ area: asked.area })),
  ])
  const names = await namesOfOperators(
    { request, context },
    items.map(({ actor }) => actor.id),
  )
  return { entries: items, names, nextCursor, isFirstPage: cursor === undefined, brokenAt, asked }
}

/** What was done to the installation itself, by whom and why, and whether the log is whole. */
export default function Audit({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { entries, names, nextCursor, isFirstPage, brokenAt, asked } = loaderData
  const file = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return (
    <Page title={t(($) => $.audit.title)}>
      <PageTitle title={t(($) => $.audit.title)} subtitle={t(($) => $.audit.subtitle)}>
        <ButtonLink href={`/${language}/audit/entries.csv?${file}`}>{t(($) => $.audit.download)}</ButtonLink>
      </PageTitle>
      <Alert
        kind={brokenAt === null ? 'success' : 'danger'}
        title={brokenAt === null ? t(($) => $.audit.whole) : t(($) => $.audit.broken, { number: brokenAt })}
        className="mb-4"
      />
      <FilterForm>
        <SelectField key={asked.area} label={t(($) => $.audit.area)} name="area" defaultValue={asked.area}>
          {systemAuditAreas.map((area) => (
            <option key={area} value={area}>
              {t(($) => $.audit.areas[area])}
            </option>
          ))}
        </SelectField>
        <TextField label={t(($) => $.audit.action)} name="action" defaultValue={asked.action} maxLength={80} />
        <TextField label={t(($) => $.audit.actorId)} name="actorId" defaultValue={asked.actorId} maxLength={100} />
      </FilterForm>
      <RecordTable
        label={t(($) => $.audit.title)}
        columns={[
          { label: t(($) => $.audit.at) },
          { label: t(($) => $.audit.actor) },
          { label: t(($) => $.audit.action) },
          { label: t(($) => $.audit.target) },
          { label: t(($) => $.audit.change) },
        ]}
        rows={entries.map((entry) => ({
          key: entry.id,
          cells: cellsOf(entry, names),
        }))}
        empty={t(($) => $.audit.empty)}
      />
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
    </Page>
  )
}

function cellsOf(
  { id, at, actor, action, target, before, after }: AuditEntry,
  names: Readonly<Record<string, string>>,
) {
  return [
    <a key="at" href={`#entry-${id}`} id={`entry-${id}`} className="rounded-sm hover:underline">
      <Moment at={at} />
    </a>,
    <ActorName key="actor" actor={actor} names={names} />,
    <ActionWords key="action" action={action} />,
    target === null ? '–' : `${target.kind} ${target.id}`,
    <Change key="change" before={before} after={after} />,
  ]
}

/** Names of fields and their values as the log has them: operators read it beside the manual of the API. */
function Change({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return '–'
  return (
    <dl className="grid gap-0.5">
      {names.map((name) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="text-ink-3">{name}:</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {before && name in before ? `${written(before[name])} → ` : ''}
            {after && name in after ? written(after[name]) : ''}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
