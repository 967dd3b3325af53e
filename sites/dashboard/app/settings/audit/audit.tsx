import { apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AuditFilter } from './audit-filter.tsx'
import { AuditList } from './audit-list.tsx'
import { nameOf } from '../../people/person.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { ListPager } from '../../words/list-pager.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import type { Route } from './+types/audit.ts'

const perPage = 25

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const search = new URL(request.url).searchParams
  const [action, actorId, cursor] = ['action', 'actorId', 'cursor'].map((name) => search.get(name) ?? '')
  const asked = {
    solutionId,
    limit: perPage,
    cursor: cursor || undefined,
    action: action || undefined,
    actorId: actorId || undefined,
  }
  const [{ items: entries, nextCursor }, { items: members }] = await Promise.all([
    loadPage(context, request, api.listSolutionAudit(asked)),
    load(context, request, api.listSolutionMembers({ solutionId })),
  ])
  return { entries, nextCursor, members, action: action ?? '', actorId: actorId ?? '', isFirstPage: !cursor }
}

export default function SettingsAudit({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { entries, nextCursor, members, action, actorId, isFirstPage } = loaderData
  const names = Object.fromEntries(
    members.flatMap((member) => (nameOf(member) === null ? [] : [[member.userId, nameOf(member) ?? '']])),
  )
  return (
    <SettingsPage title={t(($) => $.settings.pages.audit)} subtitle={t(($) => $.settings.audit.subtitle)}>
      <AuditFilter action={action} actorId={actorId} members={members} />
      <Card padded={false} className="overflow-hidden">
        {entries.length > 0 ? (
          <AuditList entries={entries} names={names} />
        ) : (
          <EmptyState
            title={t(($) => $.settings.audit.emptyTitle)}
            action={
              <ButtonLink asChild variant="primary">
                <Link to="?">{t(($) => $.settings.audit.all)}</Link>
              </ButtonLink>
            }
          >
            {t(($) => $.settings.audit.empty)}
          </EmptyState>
        )}
      </Card>
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
      <ZoneNote />
    </SettingsPage>
  )
}
