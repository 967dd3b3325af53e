import { enquiryStates, type InboxEnquiry } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useIsSending, useSite } from '@bollard/site-kit'
import { act, apiOf, loadPage } from '@bollard/site-kit/server'
import { Button, Card, EmptyState, Pill, SelectField, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { FilterForm } from '../frame/filter-form.tsx'
import { ListPager } from '../frame/list-pager.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/inbox.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const state = enquiryStates.find((one) => one === search.get('state'))
  const cursor = search.get('cursor') || undefined
  const call = apiOf(context, request).listInbox({ limit: 20, state, cursor })
  const { items, nextCursor } = await loadPage(context, request, call)
  return { enquiries: items, nextCursor, isFirstPage: cursor === undefined, state: state ?? null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = apiOf(context, request)
  const [enquiryId, text, intent] = ['enquiryId', 'text', 'intent'].map((name) => textOf(form, name)) as [
    string,
    string,
    string,
  ]
  const state = intent === 'close' ? 'CLOSED' : 'OPEN'
  const answer = await act(
    { context, request },
    intent === 'reply'
      ? api.replyToEnquiry({ enquiryId, enquiryReplyDto: { text } })
      : api.setEnquiryState({ enquiryId, enquiryStateDto: { state } }),
  )
  if (answer.ok) return { enquiryId, problem: null, text: '' }
  return data({ enquiryId, problem: answer.problem, text }, { status: answer.problem.status })
}

/** What people have written to the operator, with the replies. */
export default function Inbox({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { enquiries, nextCursor, isFirstPage, state } = loaderData
  const mayChange = useMayChange()
  return (
    <Page title={t(($) => $.contact.title)}>
      <PageTitle title={t(($) => $.contact.title)} subtitle={t(($) => $.contact.subtitle)} />
      <FilterForm>
        <SelectField key={state} label={t(($) => $.contact.state)} name="state" defaultValue={state ?? ''}>
          <option value="">{t(($) => $.contact.all)}</option>
          {enquiryStates.map((one) => (
            <option key={one} value={one}>
              {t(($) => $.contact.states[one])}
            </option>
          ))}
        </SelectField>
      </FilterForm>
      {enquiries.length > 0 && !mayChange ? <ChangeModeHint /> : null}
      <div className="grid gap-4 pt-3">
        {enquiries.length === 0 ? (
          <Card>
            <EmptyState title={t(($) => $.contact.empty)} />
          </Card>
        ) : null}
        {enquiries.map((enquiry) => (
          <Enquiry
            key={enquiry.id}
            enquiry={enquiry}
            mayChange={mayChange}
            refused={actionData?.enquiryId === enquiry.id && actionData.problem !== null ? actionData : null}
          />
        ))}
      </div>
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
    </Page>
  )
}

interface EnquiryProps {
  enquiry: InboxEnquiry
  mayChange: boolean
  refused: { problem: Parameters<typeof ProblemAlert>[0]['problem']; text: string } | null
}

function Enquiry({ enquiry, mayChange, refused }: EnquiryProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { id, topic, message, person, organization, reference, solutionId, state, createdAt, replies } = enquiry
  const about = [organization, reference].filter((part) => part !== null)
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="me-auto text-base">{t(($) => $.contact.topics[topic])}</h2>
        <Pill meaning={state === 'OPEN' ? 'doubt' : 'neutral'}>{t(($) => $.contact.states[state])}</Pill>
      </div>
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        {person === null ? t(($) => $.contact.gone) : person.email} · <Moment at={createdAt} />
        {about.map((part) => ` · ${part}`)}
        {solutionId === null ? null : (
          <>
            {' · '}
            <Link to={`/${language}/solutions/${solutionId}`} className="text-link">
              {t(($) => $.contact.solution)}
            </Link>
          </>
        )}
      </p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</p>
      {replies.map(({ text, at }) => (
        <blockquote key={at} className="border-s-2 border-line-strong ps-3 text-ink-2">
          <Moment at={at} className="text-xs text-ink-3" />
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
        </blockquote>
      ))}
      {mayChange ? <Answer enquiryId={id} isClosed={state === 'CLOSED'} refused={refused} /> : null}
    </Card>
  )
}

function Answer({
  enquiryId,
  isClosed,
  refused,
}: {
  enquiryId: string
  isClosed: boolean
  refused: EnquiryProps['refused']
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const idField = <input type="hidden" name="enquiryId" value={enquiryId} />
  return (
    <div className="grid gap-3">
      <ProblemAlert problem={refused?.problem ?? null} />
      <Form method="post" className="grid gap-3">
        {idField}
        <TextAreaField
          label={t(($) => $.contact.reply)}
          hint={t(($) => $.contact.replyHint)}
          name="text"
          defaultValue={refused?.text}
          required
          minLength={10}
          maxLength={2000}
        />
        <Button
          type="submit"
          name="intent"
          value="reply"
          variant="primary"
          aria-disabled={isSending}
          className="justify-self-start"
        >
          {t(($) => $.contact.send)}
        </Button>
      </Form>
      <Form method="post">
        {idField}
        <Button
          type="submit"
          name="intent"
          value={isClosed ? 'reopen' : 'close'}
          size="dense"
          aria-disabled={isSending}
        >
          {isClosed ? t(($) => $.contact.reopen) : t(($) => $.contact.close)}
        </Button>
      </Form>
    </div>
  )
}
