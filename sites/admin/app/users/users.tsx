import { peopleFilters, type PersonSummary } from '@bollard/contracts'
import { Moment, Pager, useSite } from '@bollard/site-kit'
import { apiOf, loadPage } from '@bollard/site-kit/server'
import { Button, Card, Cell, EmptyState, HeadCell, Pill, Row, SelectField, Table, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/users.ts'

/** Accounts, by what the address asks for. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const q = (search.get('q') ?? '').trim().slice(0, 254)
  const filter = peopleFilters.find((one) => one === search.get('filter'))
  const cursor = search.get('cursor') ?? undefined
  const query = { ...(q === '' ? {} : { q }), ...(filter ? { filter } : {}), ...(cursor ? { cursor } : {}) }
  const { items, nextCursor } = await loadPage(context, request, apiOf(context, request).searchPeople(query))
  return { items, nextCursor, q, filter: filter ?? ('ALL' as const), isFirstPage: cursor === undefined }
}

export default function Users({ loaderData: { items, nextCursor, q, filter, isFirstPage } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <Page title={t(($) => $.users.title)}>
      <PageTitle title={t(($) => $.users.title)} subtitle={t(($) => $.users.subtitle)} />
      <AreaLinks area="users" />
      <search>
        <Form method="get" className="mb-4 flex flex-wrap items-end gap-3">
          <TextField
            label={t(($) => $.users.search)}
            name="q"
            type="search"
            defaultValue={q}
            maxLength={254}
            className="min-w-0 grow basis-64"
          />
          <SelectField label={t(($) => $.users.filter)} name="filter" defaultValue={filter}>
            {(['ALL', ...peopleFilters] as const).map((one) => (
              <option key={one} value={one}>
                {t(($) => $.users.filters[one])}
              </option>
            ))}
          </SelectField>
          <Button type="submit">{t(($) => $.users.find)}</Button>
        </Form>
      </search>
      <Card padded={false} className="min-w-0 overflow-hidden">
        {items.length === 0 ? (
          <EmptyState title={t(($) => $.users.none)}>{null}</EmptyState>
        ) : (
          <PeopleTable people={items} />
        )}
      </Card>
      <Pager
        nextCursor={nextCursor}
        isFirstPage={isFirstPage}
        newest={t(($) => $.users.newest)}
        older={t(($) => $.users.older)}
      />
    </Page>
  )
}

function PeopleTable({ people }: { people: readonly PersonSummary[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Table label={t(($) => $.users.list)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.users.email)}</HeadCell>
          <HeadCell>{t(($) => $.users.name)}</HeadCell>
          <HeadCell>{t(($) => $.users.state)}</HeadCell>
          <HeadCell className="pe-5">{t(($) => $.users.since)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id}>
            <Cell className="stacked-wide ps-5 [overflow-wrap:anywhere]">
              <Link to={`/${language}/users/${person.id}`} className="text-link">
                {person.email}
              </Link>
            </Cell>
            <Cell data-label={t(($) => $.users.name)}>{person.givenName}</Cell>
            <Cell data-label={t(($) => $.users.state)}>
              <PersonState person={person} />
            </Cell>
            <Cell data-label={t(($) => $.users.since)} className="pe-5">
              <Moment at={person.createdAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** What an operator has to know first about an account. */
export function PersonState({ person }: { person: PersonSummary }) {
  const { t } = useTranslation()
  const { isAdmin, emailVerified, suspendedAt, deletionAt } = person
  const isPlain = !isAdmin && emailVerified && suspendedAt === null && deletionAt === null
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {isAdmin ? <Pill meaning="info">{t(($) => $.users.states.administrator)}</Pill> : null}
      {emailVerified ? null : <Pill meaning="doubt">{t(($) => $.users.states.unverified)}</Pill>}
      {suspendedAt === null ? null : <Pill meaning="bot">{t(($) => $.users.states.suspended)}</Pill>}
      {deletionAt === null ? null : <Pill meaning="bot">{t(($) => $.users.states.ending)}</Pill>}
      {isPlain ? <Pill>{t(($) => $.users.states.active)}</Pill> : null}
    </span>
  )
}
