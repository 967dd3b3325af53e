import type { OperatorRequest } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useSite } from '@bollard/site-kit'
import { act, apiOf, load } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader, Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/administrators.ts'

/** The administrators, and what waits for a second one of them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [administrators, requests] = await Promise.all([
    load(context, request, api.listAdministrators()),
    load(context, request, api.listOperatorRequests()),
  ])
  return { administrators: administrators.items, requests: requests.items }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const requestId = textOf(form, 'requestId')
  const api = apiOf(context, request)
  const answer = await act(
    { context, request },
    form.get('intent') === 'confirm'
      ? api.confirmOperatorRequest({ requestId })
      : api.declineOperatorRequest({ requestId }),
  )
  if (answer.ok) throw redirect(`/${params.language}/users/administrators`)
  return data({ problem: answer.problem }, { status: answer.problem.status })
}

export default function Administrators({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { administrators, requests } = loaderData
  const title = t(($) => $.users.administrators.title)
  return (
    <Page title={title} crumbs={[{ label: t(($) => $.users.title), to: `/${language}/users` }]}>
      <PageTitle title={title} subtitle={t(($) => $.users.administrators.subtitle)} />
      <AreaLinks area="users" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
        <ProblemAlert problem={actionData?.problem ?? null} />
        {administrators.length < 2 ? <Alert kind="info" title={t(($) => $.users.administrators.only)} /> : null}
        <Requests requests={requests} />
        <Card padded={false} className="min-w-0 overflow-hidden">
          <Table label={title} className="stacked-table">
            <thead>
              <tr>
                <HeadCell className="ps-5">{t(($) => $.users.email)}</HeadCell>
                <HeadCell>{t(($) => $.users.name)}</HeadCell>
                <HeadCell className="pe-5">{t(($) => $.users.administrators.factor)}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {administrators.map(({ id, email, givenName, hasSecondFactor }) => (
                <Row key={id}>
                  <Cell className="stacked-wide ps-5 [overflow-wrap:anywhere]">
                    <Link to={`/${language}/users/${id}`} className="text-link">
                      {email}
                    </Link>
                  </Cell>
                  <Cell data-label={t(($) => $.users.name)}>{givenName}</Cell>
                  <Cell data-label={t(($) => $.users.administrators.factor)} className="pe-5">
                    <Pill meaning={hasSecondFactor ? 'human' : 'doubt'}>
                      {hasSecondFactor
                        ? t(($) => $.users.administrators.hasFactor)
                        : t(($) => $.users.administrators.noFactor)}
                    </Pill>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </Card>
      </div>
    </Page>
  )
}

function Requests({ requests }: { requests: readonly OperatorRequest[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const mayChange = useMayChange()
  const title = t(($) => $.users.requests.title)
  return (
    <Card>
      <CardHeader title={title} />
      {requests.length === 0 ? <p className="text-ink-2">{t(($) => $.users.requests.none)}</p> : null}
      <ul className="grid gap-4">
        {requests.map(({ id, kind, person, askedBy, reason, expiresAt, mayConfirm }) => (
          <li key={id} className="grid gap-2">
            <p className="font-[560] [overflow-wrap:anywhere]">
              {t(($) => $.users.requests.kinds[kind])}:{' '}
              <Link to={`/${language}/users/${person.id}`} className="text-link">
                {person.email}
              </Link>
            </p>
            <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              {t(($) => $.users.requests.askedBy)} {askedBy.email}: {reason} · {t(($) => $.users.requests.until)}{' '}
              <Moment at={expiresAt} />
            </p>
            {mayChange ? (
              <Form method="post" className="flex flex-wrap items-center gap-3">
                <input type="hidden" name="requestId" value={id} />
                {mayConfirm ? (
                  <Button type="submit" size="dense" variant="primary" name="intent" value="confirm">
                    {t(($) => $.users.requests.confirm)}
                  </Button>
                ) : (
                  <span className="text-sm text-ink-3">{t(($) => $.users.requests.second)}</span>
                )}
                <Button type="submit" size="dense" name="intent" value="decline">
                  {t(($) => $.users.requests.decline)}
                </Button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
      {requests.length > 0 && !mayChange ? <ChangeModeHint /> : null}
    </Card>
  )
}
