import { Moment } from '@bollard/site-kit'
import type { AuditEntry } from '@bollard/contracts'
import { apiOf, loadPage, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, Cell, classNames, controlClass, EmptyState, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { AdminsOnly } from './admins-only.tsx'
import { changesOf } from './audit-words.ts'
import { loadForAdmins } from './load-for-admins.server.ts'
import { SettingsPage } from './settings-page.tsx'
import { useAuditValues } from './use-audit-values.ts'
import { ListPager } from '../../words/list-pager.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import type { Route } from './+types/audit.ts'

const perPage = 25

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const action = search.get('action')?.slice(0, 80) || undefined
  const read = () => apiOf(context, request).listOrganizationAudit({ organizationId, limit: perPage, cursor, action })
  const log = await loadForAdmins(context, request, organizationId, () =>
    cursor === undefined ? read() : loadPage(context, request, read()),
  )
  const shown = log.allowed ? { admins: null, ...log.value } : { admins: log.admins, items: [], nextCursor: null }
  return { ...shown, action: action ?? null, isFirstPage: cursor === undefined }
}

export default function OrganizationAudit({
  loaderData: { admins, items, nextCursor, action, isFirstPage },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  if (admins) {
    return (
      <SettingsPage section="audit">
        <AdminsOnly admins={admins} />
      </SettingsPage>
    )
  }
  return (
    <SettingsPage section="audit" subtitle={t(($) => $.organizations.audit.about)}>
      <Filter current={action} />
      <Card padded={false} className="min-w-0 overflow-hidden">
        {items.length > 0 ? <Entries entries={items} /> : <Nothing isFiltered={action !== null} />}
      </Card>
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
      <ZoneNote />
    </SettingsPage>
  )
}

function useActionWords(): Readonly<Record<string, string>> {
  const { t } = useTranslation()
  return t(($) => $.organizations.audit.actions, { returnObjects: true })
}

function Filter({ current }: { current: string | null }) {
  const { t } = useTranslation()
  const words = useActionWords()
  return (
    <Form className="flex flex-wrap items-end gap-3">
      <label className="grid gap-1.5 text-sm font-[520]">
        {t(($) => $.organizations.audit.filter)}
        <select
          name="action"
          defaultValue={current ?? ''}
          className={classNames(controlClass, 'h-[2.125rem] max-w-full px-2.5 text-sm font-[400] touch:h-11')}
        >
          <option value="">{t(($) => $.organizations.audit.all)}</option>
          {Object.entries(words).map(([action, word]) => (
            <option key={action} value={action}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" size="dense">
        {t(($) => $.organizations.audit.show)}
      </Button>
    </Form>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t(($) => $.organizations.audit.emptyTitle)}
      action={
        isFiltered ? (
          <ButtonLink asChild>
            <Link to="?">{t(($) => $.organizations.audit.all)}</Link>
          </ButtonLink>
        ) : undefined
      }
    />
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation()
  return (
    <Table label={t(($) => $.organizations.sections.audit)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.organizations.audit.what)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.audit.who)}</HeadCell>
          <HeadCell className="pe-5">{t(($) => $.organizations.audit.when)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} id={entry.id} className="align-top">
            <Cell className="stacked-wide max-w-[26rem] ps-5 whitespace-normal">
              <What entry={entry} />
            </Cell>
            <Cell data-label={t(($) => $.organizations.audit.who)}>
              <span className="grid">
                <span>{entry.actor.name ?? t(($) => $.organizations.audit.actors[entry.actor.kind])}</span>
                {entry.network ? <span className="font-mono text-xs text-ink-3">{entry.network}</span> : null}
              </span>
            </Cell>
            <Cell data-label={t(($) => $.organizations.audit.when)} className="pe-5 text-ink-2">
              <Moment at={entry.at} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function What({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const words = useActionWords()
  const fields: Readonly<Record<string, string>> = t(($) => $.organizations.audit.fields, { returnObjects: true })
  const say = useAuditValues()
  const changes = changesOf(entry)
  return (
    <span className="grid gap-1">
      <span className="font-[560]">{words[entry.action] ?? entry.action}</span>
      {changes.length > 0 ? (
        <span className="grid gap-0.5 text-xs text-ink-2">
          {changes.map(({ field, before, after }) => (
            <span key={field} className="[overflow-wrap:anywhere]">
              {fields[field] ?? field}:{' '}
              {before === null ? null : <del className="text-ink-3">{say(entry.action, field, before)}</del>}{' '}
              {after === null
                ? before === null
                  ? null
                  : t(($) => $.organizations.audit.nothing)
                : say(entry.action, field, after)}
            </span>
          ))}
        </span>
      ) : null}
    </span>
  )
}
