import { type FlagName, flagKinds, flagNames, type FlagNew, type FlagScope, flagScopes } from '@bollard/contracts'
import { Pager, ProblemAlert, textOf, useFieldErrors } from '@bollard/site-kit'
import { act, apiOf, load, pageAddress } from '@bollard/site-kit/server'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { FlagForm } from './flag-form.tsx'
import { FlagTable } from './flag-table.tsx'
import { endOf, noticeTextsOf } from './read-flag.ts'
import type { Route } from './+types/limits.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor')
  const { items, nextCursor } = await load(
    context,
    request,
    apiOf(context, request).listFlags(cursor === null ? {} : { cursor }),
  )
  return {
    items,
    nextCursor,
    isFirstPage: cursor === null,
    /** From a link of another page. */
    wanted: {
      name: flagNames.find((one) => one === search.get('name')) ?? 'sign-ups-closed',
      scope: flagScopes.find((one) => one === search.get('scope')) ?? 'INSTALLATION',
      scopeId: search.get('scopeId') ?? '',
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = apiOf(context, request)
  const call: Promise<unknown> =
    form.get('intent') === 'end'
      ? api.endFlag({ flagEndDto: { flagId: textOf(form, 'id'), reason: textOf(form, 'reason') } })
      : api.setFlag({ flagNewDto: flagOf(form) })
  const changed = await act({ context, request }, call)
  if (changed.ok) throw redirect(pageAddress(request).pathname)
  return data({ problem: changed.problem }, { status: changed.problem.status })
}

/** Of the fields, those that the flag takes: the form has all of them, so that it works without JavaScript. */
function flagOf(form: FormData): FlagNew {
  const name = textOf(form, 'name') as FlagName
  const scope = textOf(form, 'scope') as FlagScope
  const kind = flagKinds[name]?.value
  const [scopeId, number] = [textOf(form, 'scopeId'), textOf(form, 'number')]
  return {
    name,
    scope,
    scopeId: scope === 'INSTALLATION' || scopeId === '' ? null : scopeId,
    number: kind === 'number' && number !== '' ? Number(number) : null,
    texts: kind === 'texts' ? noticeTextsOf(form) : null,
    reason: textOf(form, 'reason'),
    endsAt: endOf(form),
  }
}

/** What holds for a while: flags, each with its end. */
export default function Limits({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const problem = actionData?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const { items, nextCursor, isFirstPage, wanted } = loaderData
  return (
    <Page title={t(($) => $.limits.title)}>
      <PageTitle title={t(($) => $.limits.title)} subtitle={t(($) => $.limits.subtitle)} />
      <ProblemAlert problem={problem} />
      <FlagTable flags={items} />
      <Pager
        nextCursor={nextCursor}
        isFirstPage={isFirstPage}
        newest={t(($) => $.action.newest)}
        newer={t(($) => $.action.newer)}
        older={t(($) => $.action.older)}
      />
      <Card className="mt-5 max-w-[44rem]">
        <CardHeader title={t(($) => $.limits.set)} />
        {mayChange ? <FlagForm wanted={wanted} errorOf={errorOf} formProps={formProps} /> : <ChangeModeHint />}
      </Card>
    </Page>
  )
}
