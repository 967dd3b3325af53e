import { type Bounce, mailStates, type OutboxMail } from '@bollard/contracts'
import { Moment, Pager, ProblemAlert, textOf, useFieldErrors, useFormats } from '@bollard/site-kit'
import { act, apiOf, load, pageAddress } from '@bollard/site-kit/server'
import { Button, Pill, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { PlainAction, ReasonedAction } from '../frame/reasoned-action.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { useMayChange } from '../frame/use-operator.ts'
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
      <AreaLinks area="mail" />
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
      <OutboxTable mails={mails.items} />
      <Pager
        nextCursor={mails.nextCursor}
        isFirstPage={isFirstPage}
        newest={t(($) => $.action.newest)}
        newer={t(($) => $.action.newer)}
        older={t(($) => $.action.older)}
      />
      <BounceTable bounces={bounces} error={errorOf('reason')} />
    </Page>
  )
}

function OutboxTable({ mails }: { mails: readonly OutboxMail[] }) {
  const { t } = useTranslation()
  const { whole } = useFormats()
  const mayChange = useMayChange()
  return (
    <RecordTable
      label={t(($) => $.mail.outbox)}
      isTitled
      empty={t(($) => $.mail.none)}
      columns={[
        { label: t(($) => $.mail.to) },
        { label: t(($) => $.mail.kind) },
        { label: t(($) => $.mail.state) },
        { label: t(($) => $.mail.attempts), isFigure: true },
        { label: t(($) => $.mail.answer) },
        { label: t(($) => $.mail.written) },
        ...(mayChange ? [{ label: t(($) => $.action.title) }] : []),
      ]}
      rows={mails.map(({ id, to, kind, state, attempts, answer, createdAt, retryable }) => ({
        key: id,
        cells: [
          to,
          kind,
          <Pill key="state" meaning={meanings[state]}>
            {t(($) => $.mail.states[words[state]])}
          </Pill>,
          whole(attempts),
          answer ?? '–',
          <Moment key="written" at={createdAt} />,
          retryable ? (
            <PlainAction key="resend" button={t(($) => $.mail.resend)} intent="resend">
              <input type="hidden" name="id" value={id} />
            </PlainAction>
          ) : (
            '–'
          ),
        ],
      }))}
    />
  )
}

function BounceTable({ bounces, error }: { bounces: readonly Bounce[]; error: string | undefined }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  return (
    <RecordTable
      label={t(($) => $.mail.bounces)}
      isTitled
      className="mt-5"
      empty={t(($) => $.mail.noBounces)}
      columns={[
        { label: t(($) => $.mail.to) },
        { label: t(($) => $.mail.answer) },
        { label: t(($) => $.mail.refused) },
        ...(mayChange ? [{ label: t(($) => $.action.title) }] : []),
      ]}
      rows={bounces.map(({ id, address, answer, at }) => ({
        key: id,
        cells: [
          address,
          answer,
          <Moment key="refused" at={at} />,
          <ReasonedAction key="release" button={t(($) => $.mail.release)} intent="release" error={error} id={id} />,
        ],
      }))}
    />
  )
}
