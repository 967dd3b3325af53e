import { type Bounce, mailStates, type OutboxMail } from '@bollard/contracts'
import { Moment, Pager, ProblemAlert, textOf, useFieldErrors, useFormats } from '@bollard/site-kit'
import { act, apiOf, load, pageAddress } from '@bollard/site-kit/server'
import {
  Button,
  Card,
  CardHeader,
  Cell,
  EmptyState,
  HeadCell,
  Pill,
  Row,
  SelectField,
  Table,
  TextField,
} from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { PlainAction, ReasonedAction } from '../frame/reasoned-action.tsx'
import type { Route } from './+types/mail.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const address = search.get('address')?.trim() ?? ''
  const state = mailStates.find((one) => one === search.get('state')) ?? null
  const cursor = search.get('cursor')
  const api = apiOf(context, request)
  const whose = address.length < 3 ? {} : { address }
  const [mails, bounces] = await Promise.all([
    load(
      context,
      request,
      api.listOutboxMails({ ...whose, ...(state === null ? {} : { state }), ...(cursor === null ? {} : { cursor }) }),
    ),
    load(context, request, api.listBounces(whose)),
  ])
  return { address, state, isFirstPage: cursor === null, mails, bounces: bounces.items }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const [id, reason] = [textOf(form, 'id'), textOf(form, 'reason')]
  const api = apiOf(context, request)
  const call: Promise<unknown> =
    form.get('intent') === 'release'
      ? api.releaseBounce({ bounceReleaseDto: { bounceId: id, reason } })
      : api.retryDeadLetters({ deadLetterRetryDto: { queue: 'mails', ids: [id] } })
  const changed = await act({ context, request }, call)
  const { pathname, search } = pageAddress(request)
  if (changed.ok) throw redirect(`${pathname}${search}`)
  return data({ problem: changed.problem }, { status: changed.problem.status })
}

const meanings = { PENDING: 'info', SENT: 'human', FAILED: 'bot' } as const
const words = { PENDING: 'pending', SENT: 'sent', FAILED: 'failed' } as const

/** What is mailed, and to whom nothing can be. */
export default function Mail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { address, state, mails, bounces, isFirstPage } = loaderData
  const problem = actionData?.problem ?? null
  const { errorOf } = useFieldErrors(problem)
  return (
    <Page title={t(($) => $.mail.title)}>
      <PageTitle title={t(($) => $.mail.title)} subtitle={t(($) => $.mail.subtitle)} />
      <ProblemAlert problem={problem} />
      <search>
        <Form className="mb-5 flex flex-wrap items-end gap-3">
          <TextField
            label={t(($) => $.mail.address)}
            name="address"
            type="search"
            defaultValue={address}
            className="min-w-[14rem]"
          />
          <SelectField label={t(($) => $.mail.state)} name="state" defaultValue={state ?? ''}>
            <option value="">{t(($) => $.mail.anyState)}</option>
            {mailStates.map((one) => (
              <option key={one} value={one}>
                {t(($) => $.mail.states[words[one]])}
              </option>
            ))}
          </SelectField>
          <Button type="submit">{t(($) => $.mail.search)}</Button>
        </Form>
      </search>
      <Card padded={false}>
        <CardHeader title={t(($) => $.mail.outbox)} className="px-5 pt-5" />
        {mails.items.length === 0 ? <EmptyState title={t(($) => $.mail.none)} /> : <OutboxTable mails={mails.items} />}
      </Card>
      <Pager
        nextCursor={mails.nextCursor}
        isFirstPage={isFirstPage}
        newest={t(($) => $.action.newest)}
        newer={t(($) => $.action.newer)}
        older={t(($) => $.action.older)}
      />
      <Card padded={false} className="mt-5">
        <CardHeader title={t(($) => $.mail.bounces)} className="px-5 pt-5" />
        {bounces.length === 0 ? (
          <EmptyState title={t(($) => $.mail.noBounces)} />
        ) : (
          <BounceTable bounces={bounces} error={errorOf('reason')} />
        )}
      </Card>
    </Page>
  )
}

function OutboxTable({ mails }: { mails: readonly OutboxMail[] }) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  return (
    <Table label={t(($) => $.mail.outbox)}>
      <thead>
        <tr>
          <HeadCell>{t(($) => $.mail.to)}</HeadCell>
          <HeadCell>{t(($) => $.mail.kind)}</HeadCell>
          <HeadCell>{t(($) => $.mail.state)}</HeadCell>
          <HeadCell align="end">{t(($) => $.mail.attempts)}</HeadCell>
          <HeadCell>{t(($) => $.mail.answer)}</HeadCell>
          <HeadCell>{t(($) => $.mail.written)}</HeadCell>
          <HeadCell>{t(($) => $.action.title)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ id, to, kind, state, attempts, answer, createdAt, retryable }) => (
          <Row key={id}>
            <Cell>{to}</Cell>
            <Cell>{kind}</Cell>
            <Cell>
              <Pill meaning={meanings[state]}>{t(($) => $.mail.states[words[state]])}</Pill>
            </Cell>
            <Cell align="end">{whole(attempts)}</Cell>
            <Cell>{answer ?? '–'}</Cell>
            <Cell>
              <Moment at={createdAt} />
            </Cell>
            <Cell>
              {retryable ? (
                <PlainAction button={t(($) => $.mail.resend)} intent="resend">
                  <input type="hidden" name="id" value={id} />
                </PlainAction>
              ) : null}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function BounceTable({ bounces, error }: { bounces: readonly Bounce[]; error: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Table label={t(($) => $.mail.bounces)}>
      <thead>
        <tr>
          <HeadCell>{t(($) => $.mail.to)}</HeadCell>
          <HeadCell>{t(($) => $.mail.answer)}</HeadCell>
          <HeadCell>{t(($) => $.mail.refused)}</HeadCell>
          <HeadCell>{t(($) => $.action.title)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {bounces.map(({ id, address, answer, at }) => (
          <Row key={id}>
            <Cell>{address}</Cell>
            <Cell>{answer}</Cell>
            <Cell>
              <Moment at={at} />
            </Cell>
            <Cell>
              <ReasonedAction button={t(($) => $.mail.release)} intent="release" error={error} id={id} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
