import { type Enquiry, type EnquiryNew, enquiryTopics, type Problem } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useFieldErrors, useIsSending, useSite } from '@bollard/site-kit'
import { act, apiOf, load, requireUser, scopeOf } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, EmptyState, Icon, Pill, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect, useSearchParams } from 'react-router'
import { DoneToast } from '../forms/done-toast.tsx'
import { HeldBy } from '../forms/held-by.tsx'
import { dropForm, heldForm, holdForm } from '../forms/held-form.server.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/support.ts'

/** So many stand here; the rest is in the export of the account. */
const enquiriesMax = 20
const solutionsMax = 100
/** The form where it is held while somebody signs in again. */
const held = 'support'

interface Typed {
  topic: string
  solutionId: string
  reference: string
  message: string
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const { searchParams } = new URL(request.url)
  const [{ id: by }, enquiries, solutions] = await Promise.all([
    requireUser(context, request),
    load(context, request, api.listEnquiries({ limit: enquiriesMax })),
    load(context, request, api.listSolutions({ limit: solutionsMax })),
  ])
  const kept = searchParams.has('back') ? heldForm(scopeOf(context, request), request, { of: held, by }) : null
  return {
    enquiries: enquiries.items,
    hasMore: enquiries.nextCursor !== null,
    solutions: solutions.items.map(({ id, label }) => ({ id, label })),
    typed: {
      topic: kept?.['topic'] ?? topicOf(searchParams.get('topic')),
      solutionId: kept?.['solutionId'] ?? searchParams.get('solution') ?? '',
      reference: kept?.['reference'] ?? searchParams.get('reference') ?? '',
      message: kept?.['message'] ?? '',
    } satisfies Typed,
    intent: crypto.randomUUID(),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const typed: Typed = {
    topic: textOf(form, 'topic'),
    solutionId: textOf(form, 'solutionId'),
    reference: textOf(form, 'reference'),
    message: textOf(form, 'message'),
  }
  const enquiryNewDto = {
    topic: typed.topic as EnquiryNew['topic'],
    // Browsers end lines of a form with both characters.
    message: typed.message.replaceAll('\r\n', '\n'),
    solutionId: typed.solutionId || null,
    reference: typed.reference.trim() || null,
  }
  const intent = textOf(form, 'intent')
  const answer = await act(
    { request, context },
    apiOf(context, request).createEnquiry({ enquiryNewDto }, { idempotencyKey: intent }),
    '?back',
    (scope) => holdForm(scope, { of: held, by: textOf(form, 'by') }, { ...typed }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed, intent }, { status: answer.problem.status })
  dropForm(scopeOf(context, request), request)
  return redirect(`/${params.language}/support?sent`)
}

function topicOf(text: string | null): string {
  return enquiryTopics.find((topic) => topic === text) ?? ''
}

/** A message to the operator, and what became of earlier ones. */
export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const [search] = useSearchParams()
  const { enquiries, hasMore, solutions, typed, intent } = loaderData
  return (
    <Page title={t(($) => $.support.title)}>
      <PageTitle title={t(($) => $.support.title)} subtitle={t(($) => $.support.subtitle)} />
      <div className="grid max-w-[56rem] gap-4">
        <p>
          <a
            className="text-link inline-flex items-center gap-1.5 touch:min-h-11"
            href={`${urls.docs}/${language}/search`}
          >
            <Icon name="search" className="size-4 text-ink-3" />
            {t(($) => $.support.readFirst)}
          </a>
        </p>
        {search.has('sent') && !actionData ? <DoneToast>{t(($) => $.support.sent)}</DoneToast> : null}
        <EnquiryForm
          // Empty again once one was sent.
          key={actionData?.intent ?? intent}
          typed={actionData?.typed ?? typed}
          problem={actionData?.problem ?? null}
          solutions={solutions}
          intent={actionData?.intent ?? intent}
        />
        <Enquiries enquiries={enquiries} hasMore={hasMore} solutions={solutions} />
      </div>
    </Page>
  )
}

interface EnquiryFormProps {
  typed: Typed
  problem: Problem | null
  solutions: readonly { id: string; label: string }[]
  intent: string
}

function EnquiryForm({ typed, problem, solutions, intent }: EnquiryFormProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const optional = t(($) => $.settings.optional)
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.support.write)} />
      <Form method="post" className="grid max-w-[34rem] gap-5" {...formProps}>
        <HeldBy />
        <input type="hidden" name="intent" value={intent} />
        <ProblemAlert problem={problem} errorOf={errorOf} />
        <SelectField
          id="topic"
          name="topic"
          label={t(($) => $.support.topic)}
          error={errorOf('topic')}
          required
          defaultValue={typed.topic}
        >
          <option value="" disabled>
            {t(($) => $.support.choose)}
          </option>
          {enquiryTopics.map((topic) => (
            <option key={topic} value={topic}>
              {t(($) => $.support.topics[topic])}
            </option>
          ))}
        </SelectField>
        {solutions.length === 0 ? null : (
          <SelectField
            id="solutionId"
            name="solutionId"
            label={t(($) => $.support.solution)}
            aside={optional}
            error={errorOf('solutionId')}
            defaultValue={typed.solutionId}
          >
            <option value="">{t(($) => $.support.noSolution)}</option>
            {solutions.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          id="reference"
          name="reference"
          label={t(($) => $.support.reference)}
          aside={optional}
          hint={t(($) => $.support.referenceHint)}
          error={errorOf('reference')}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed.reference}
        />
        <TextAreaField
          id="message"
          name="message"
          label={t(($) => $.support.message)}
          hint={t(($) => $.support.messageHint)}
          error={errorOf('message')}
          required
          minLength={10}
          maxLength={2000}
          rows={8}
          defaultValue={typed.message}
        />
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.support.sending) : t(($) => $.support.send)}
        </Button>
      </Form>
    </Card>
  )
}

const meanings = { OPEN: 'info', ANSWERED: 'human', CLOSED: 'neutral' } as const

interface EnquiriesProps {
  enquiries: readonly Enquiry[]
  hasMore: boolean
  solutions: readonly { id: string; label: string }[]
}

function Enquiries({ enquiries, hasMore, solutions }: EnquiriesProps) {
  const { t } = useTranslation()
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={t(($) => $.support.own)} className="!mb-0 border-b border-line px-4 py-3.5 sm:px-5" />
      {enquiries.length === 0 ? (
        <EmptyState title={t(($) => $.support.noneTitle)}>{t(($) => $.support.none)}</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {enquiries.map(({ id, topic, message, state, createdAt, solutionId, reference, replies }) => (
            <li key={id} className="grid min-w-0 gap-2.5 px-4 py-4 text-sm sm:px-5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-[560]">{t(($) => $.support.topics[topic])}</b>
                <Pill meaning={meanings[state]}>{t(($) => $.support.states[state])}</Pill>
                <span className="text-ink-3">
                  <Moment at={createdAt} />
                </span>
              </p>
              <p className="[overflow-wrap:anywhere] whitespace-pre-line">{message}</p>
              {solutionId === null && reference === null ? null : (
                <p className="[overflow-wrap:anywhere] text-ink-3">
                  {[solutions.find((one) => one.id === solutionId)?.label, reference].filter(Boolean).join(' · ')}
                </p>
              )}
              {replies.map(({ text, at }) => (
                <div key={at} className="grid gap-1 rounded-md border border-line bg-sunken px-4 py-3">
                  <p className="text-xs text-ink-3">
                    {t(($) => $.support.reply)} <Moment at={at} />
                  </p>
                  <p className="[overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
                </div>
              ))}
            </li>
          ))}
        </ol>
      )}
      {hasMore ? (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-3 sm:px-5">
          {t(($) => $.support.more, { count: enquiriesMax })}
        </p>
      ) : null}
    </Card>
  )
}
