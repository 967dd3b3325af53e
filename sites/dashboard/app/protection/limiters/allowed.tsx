import { ProblemAlert, textOf, useFieldErrors, useFormats } from '@bollard/site-kit'
import { act, apiOf, loadPage, requireId } from '@bollard/site-kit/server'
import { Card, CardHeader, EmptyState, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { NeedsRole } from '../../frame/needs-role.tsx'
import { ListPager } from '../../words/list-pager.tsx'
import { choiceAt, typedValues } from '../typed-values.ts'
import { useProtection } from '../use-protection.ts'
import { ExceptionFields, ExceptionLine } from './exception-fields.tsx'
import { untilOf } from './until.ts'
import type { Route } from './+types/allowed.ts'

const fields = ['address', 'operator', 'user'] as const

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const page = await loadPage(
    context,
    request,
    apiOf(context, request).listAllowedVisitors({ solutionId, limit: 50, cursor }),
  )
  return { ...page, isFirstPage: cursor === undefined }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const typed = typedValues(form)
  const api = apiOf(context, request)
  const allowedVisitorNewDto = {
    field: choiceAt(typed, 'field', fields),
    value: textOf(form, 'value'),
    until: untilOf(form),
    note: textOf(form, 'note'),
  }
  const answer = await act<unknown>(
    { context, request },
    textOf(form, 'do') === 'end'
      ? api.deleteAllowedVisitor({ solutionId, allowedVisitorId: textOf(form, 'id') })
      : api.createAllowedVisitor({ solutionId, allowedVisitorNewDto }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed, stamp: '' }, { status: answer.problem.status })
  return data({ problem: null, typed: null, stamp: crypto.randomUUID() })
}

export default function Allowed({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { base, crumb, solution, mayAnswer, mayChange } = useProtection()
  const problem = actionData?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const { items, nextCursor, isFirstPage } = loaderData
  const words = t(($) => $.protection.allowed, { returnObjects: true })
  return (
    <Page
      title={words.title}
      crumbs={[crumb, { label: t(($) => $.protection.limiters.title), to: `${base}/limiters` }]}
    >
      <PageTitle title={words.title} subtitle={words.about} />
      {actionData?.stamp ? <DoneToast key={actionData.stamp}>{t(($) => $.protection.saved)}</DoneToast> : null}
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {mayAnswer ? null : <NeedsRole needed="MEMBER" solution={solution} />}
        <Card padded={false} className="overflow-hidden">
          {items.length === 0 ? (
            <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((visitor) => (
                <ExceptionLine
                  key={visitor.id}
                  id={visitor.id}
                  name={visitor.value}
                  exception={visitor}
                  fact={`${words.fields[visitor.field]} · ${t(($) => $.protection.allowed.used, { count: visitor.used, shown: formats.whole(visitor.used) })}`}
                  mayEnd={mayChange}
                />
              ))}
            </ul>
          )}
        </Card>
        <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
        {mayAnswer ? (
          <Card className="sm:p-6">
            <CardHeader title={words.new} />
            <Form
              method="post"
              preventScrollReset
              key={actionData?.stamp ?? ''}
              className="grid max-w-[32rem] gap-5"
              {...formProps}
            >
              <ProblemAlert problem={problem} words={{ 'in-use': words.there }} />
              <SelectField
                label={words.field}
                id="field"
                name="field"
                defaultValue={actionData?.typed?.['field'] ?? 'address'}
              >
                {fields.map((field) => (
                  <option key={field} value={field}>
                    {words.fields[field]}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={words.value}
                hint={words.valueHint}
                id="value"
                name="value"
                required
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                defaultValue={actionData?.typed?.['value'] ?? ''}
                error={errorOf('value')}
              />
              <ExceptionFields errorOf={errorOf} add={words.add} />
            </Form>
          </Card>
        ) : null}
      </div>
    </Page>
  )
}
