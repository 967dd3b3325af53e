import type { Flag, NoticeTexts } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useFieldErrors } from '@bollard/site-kit'
import { act, apiOf, load, pageAddress } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, EmptyState, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { ReasonedAction } from '../frame/reasoned-action.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { HoursField, NoticeFields } from '../limits/notice-fields.tsx'
import { endOf, noticeTextsOf } from '../limits/read-flag.ts'
import { NoticePreview } from './notice-preview.tsx'
import type { Route } from './+types/notice.ts'

const name = 'maintenance-notice'

/** A notice replaces the one before, so the last that was set is the only one that can hold. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<{ current: Flag | null }> {
  const { items } = await load(context, request, apiOf(context, request).listFlags({ name, limit: 1 }))
  return { current: items.find(({ holds }) => holds) ?? null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = apiOf(context, request)
  const reason = textOf(form, 'reason')
  const draft = { texts: noticeTextsOf(form), hours: Number(textOf(form, 'hours')) || 24, reason }
  if (form.get('intent') === 'preview') return { draft, problem: null }
  const call: Promise<unknown> =
    form.get('intent') === 'end'
      ? api.endFlag({ flagEndDto: { flagId: textOf(form, 'id'), reason } })
      : api.setFlag({
          flagNewDto: {
            name,
            scope: 'INSTALLATION',
            scopeId: null,
            number: null,
            texts: draft.texts,
            reason,
            endsAt: endOf(form),
          },
        })
  const changed = await act({ context, request }, call)
  if (changed.ok) throw redirect(pageAddress(request).pathname)
  return data({ draft, problem: changed.problem }, { status: changed.problem.status })
}

/** The line that operators put above every page of dashboard and identity site: what it says now, and a new one. */
export default function Notice({ loaderData: { current }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const problem = actionData?.problem ?? null
  const { errorOf } = useFieldErrors(problem)
  return (
    <Page title={t(($) => $.content.notice.title)}>
      <PageTitle title={t(($) => $.content.notice.title)} subtitle={t(($) => $.content.notice.subtitle)} />
      <AreaLinks area="content" />
      <ProblemAlert problem={problem} />
      <Card>
        <CardHeader title={t(($) => $.content.notice.now)} />
        {current === null ? (
          <EmptyState title={t(($) => $.content.notice.none)} />
        ) : (
          <Current flag={current} error={errorOf('reason')} />
        )}
      </Card>
      <NewNotice shown={current?.texts ?? {}} answer={actionData} />
    </Page>
  )
}

function Current({ flag: { id, texts, endsAt, reason }, error }: { flag: Flag; error: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4">
      <NoticePreview texts={texts ?? {}} />
      <p className="text-sm text-ink-2">
        {t(($) => $.limits.ends)}: <Moment at={endsAt} />. {reason}
      </p>
      <div>
        <ReasonedAction button={t(($) => $.limits.end)} intent="end" id={id} error={error} />
      </div>
    </div>
  )
}

interface NewNoticeProps {
  /** What stands above the pages now, to be changed. */
  shown: NoticeTexts
  answer: Route.ComponentProps['actionData']
}

function NewNotice({ shown, answer }: NewNoticeProps) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const { errorOf, formProps } = useFieldErrors(answer?.problem ?? null)
  const draft = answer?.draft
  const isPreview = answer !== undefined && answer.problem === null
  return (
    <Card className="mt-5 max-w-[44rem]">
      <CardHeader title={t(($) => $.content.notice.write)} />
      {!mayChange ? (
        <ChangeModeHint />
      ) : (
        <Form method="post" className="grid gap-4" {...formProps}>
          {isPreview ? <NoticePreview texts={answer.draft.texts} /> : null}
          <NoticeFields errorOf={errorOf} texts={draft?.texts ?? shown} />
          <HoursField error={errorOf('endsAt')} hours={draft?.hours ?? 24} />
          <TextField
            label={t(($) => $.action.reason)}
            name="reason"
            defaultValue={draft?.reason ?? ''}
            error={errorOf('reason')}
            minLength={10}
            maxLength={500}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="preview">
              {t(($) => $.content.notice.preview)}
            </Button>
            <Button type="submit" variant="primary" name="intent" value="set">
              {t(($) => $.content.notice.publish)}
            </Button>
          </div>
        </Form>
      )}
    </Card>
  )
}
