import { type ManagedSolution, unverifiedSolutionsMax } from '@bollard/contracts'
import { Moment, textOf, useIsSending, useSite } from '@bollard/site-kit'
import { act, allPages, apiOf, load, loadPage, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, Cell, Checkbox, EmptyState, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import { OrganizationPage } from '../organization-page.tsx'
import { OrganizationProblem } from '../organization-problem.tsx'
import { useOrganization } from '../use-organization.ts'
import { solutionLabel } from '../../frame/solution-label.ts'
import type { Route } from './+types/solutions.ts'
import { DoneToast } from '../../forms/done-toast.tsx'
import { WhoMay } from '../../frame/needs-role.tsx'
import { ListPager } from '../../words/list-pager.tsx'

const perPage = 25

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const [page, own] = await Promise.all([
    loadPage(context, request, api.listOrganizationSolutions({ organizationId, limit: perPage, cursor })),
    load(
      context,
      request,
      allPages((at) => api.listSolutions({ limit: 100, cursor: at })),
    ),
  ])
  // Only an admin of a solution can hand it to an organization.
  const assignable = own
    .filter(({ myRole, managementOrganization }) => myRole === 'ADMIN' && managementOrganization?.id !== organizationId)
    .map(({ id, label, managementOrganization }) => ({ id, label, managementOrganization }))
  return { ...page, assignable, isFirstPage: cursor === undefined }
}

/** The service takes the whole list, so what is managed already is read first and then changed by what was asked for. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const form = await request.formData()
  const added = form.getAll('solutionId').filter((id) => typeof id === 'string')
  const ended = textOf(form, 'ended').trim()
  if (ended === '' && added.length === 0) {
    return data(
      { done: null, problem: { code: 'validation-failed', errors: [{ pointer: '/solutionId', code: 'required' }] } },
      { status: 422 },
    )
  }
  const change = async () => {
    const managed = await allPages((cursor) => api.listOrganizationSolutions({ organizationId, limit: 100, cursor }))
    const kept = managed.map(({ id }) => id).filter((id) => id !== ended)
    await api.assignOrganizationSolutions({
      organizationId,
      organizationSolutionsDto: { solutionIds: [...new Set([...kept, ...added])] },
    })
  }
  const answer = await act({ request, context }, change())
  if (!answer.ok) return data({ done: null, problem: answer.problem }, { status: answer.problem.status })
  return data({ done: ended === '' ? ('assigned' as const) : ('ended' as const), problem: null })
}

export default function OrganizationSolutions({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { organization, reaches } = useOrganization()
  const { items, nextCursor, assignable, isFirstPage } = loaderData
  const isVerified = organization.verification.status === 'VERIFIED'
  const problem = actionData?.problem
  const words = {
    'quota-exceeded': t(($) => $.organizations.solutions.quota, { max: unverifiedSolutionsMax }),
    'validation-failed': t(($) => $.organizations.solutions.chooseOne),
    'role-too-low': t(($) => $.organizations.solutions.notYours),
  }
  return (
    <OrganizationPage
      title={t(($) => $.organizations.tabs.solutions)}
      subtitle={
        isVerified
          ? t(($) => $.organizations.solutions.about)
          : t(($) => $.organizations.solutions.aboutUnverified, {
              count: organization.solutionCount,
              max: unverifiedSolutionsMax,
            })
      }
    >
      <div className="grid gap-4">
        {actionData?.done ? <DoneToast>{t(($) => $.organizations.solutions[actionData.done])}</DoneToast> : null}
        <OrganizationProblem problem={problem} words={words} />
        <Card padded={false} className="min-w-0 overflow-hidden">
          {items.length > 0 ? (
            <ManagedTable solutions={items} />
          ) : (
            <EmptyState
              title={isFirstPage ? t(($) => $.organizations.solutions.emptyTitle) : t(($) => $.solutions.endTitle)}
            >
              {isFirstPage ? t(($) => $.organizations.solutions.empty) : t(($) => $.solutions.end)}
            </EmptyState>
          )}
        </Card>
        <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
        {reaches('MEMBER') ? (
          <Assign key={items.length} assignable={assignable} />
        ) : (
          <p className="text-sm text-ink-2">
            <WhoMay>
              {t(($) => $.organizations.solutions.viewer, { role: t(($) => $.roles[organization.myRole]) })}
            </WhoMay>
          </p>
        )}
      </div>
    </OrganizationPage>
  )
}

function ManagedTable({ solutions }: { solutions: readonly ManagedSolution[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { reaches } = useOrganization()
  return (
    <Table label={t(($) => $.organizations.managedSolutions)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.solutions.label)}</HeadCell>
          <HeadCell>{t(($) => $.solutions.type)}</HeadCell>
          <HeadCell>{t(($) => $.solutions.created)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.solutions.roleThere)}</HeadCell>
          <HeadCell className="pe-5" align="end">
            <span className="sr-only">{t(($) => $.organizations.solutions.end)}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {solutions.map(({ id, label, item, lifecycle, myRole, createdAt }) => (
          <Row key={id}>
            <Cell className="stacked-wide ps-5 text-base font-[560]">
              {myRole ? (
                <Link className="rounded-sm hover:underline" to={`/${language}/solutions/${id}/overview`}>
                  {label}
                </Link>
              ) : (
                label
              )}
            </Cell>
            <Cell data-label={t(($) => $.solutions.type)}>
              <span className="flex flex-wrap items-center gap-2">
                {t(($) => $.types[item.type])}
                {lifecycle === 'ACTIVE' ? null : (
                  <Pill meaning="doubt">{t(($) => $.organizations.solutions.lifecycles[lifecycle])}</Pill>
                )}
              </span>
            </Cell>
            <Cell data-label={t(($) => $.solutions.created)} className="text-ink-2">
              <Moment at={createdAt} show="day" />
            </Cell>
            <Cell data-label={t(($) => $.organizations.solutions.roleThere)} className="text-ink-2">
              {myRole ? t(($) => $.roles[myRole]) : t(($) => $.organizations.solutions.noRole)}
            </Cell>
            <Cell className="stacked-wide pe-5" align="end">
              {/* An admin of either side can end it; a member here only what is theirs there. */}
              {reaches('ADMIN') || (reaches('MEMBER') && myRole === 'ADMIN') ? (
                <EndManagement id={id} label={label} />
              ) : null}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function EndManagement({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <span className="inline-block max-w-[24rem]">
      <Fold
        label={t(($) => $.organizations.solutions.end)}
        name={t(($) => $.organizations.solutions.endOf, { label })}
        variant="quiet"
      >
        <p>{t(($) => $.organizations.solutions.endQuestion, { label })}</p>
        <Form method="post">
          <input type="hidden" name="ended" value={id} />
          <Button type="submit" size="dense" variant="danger" aria-disabled={isSending}>
            {t(($) => $.organizations.solutions.endNow)}
          </Button>
        </Form>
      </Fold>
    </span>
  )
}

type Assignable = Route.ComponentProps['loaderData']['assignable']

function Assign({ assignable }: { assignable: Assignable }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { organization } = useOrganization()
  const isSending = useIsSending()
  return (
    <Card className="max-w-[56rem]">
      <CardHeader title={t(($) => $.organizations.solutions.assign)} className="!mb-1" />
      {assignable.length > 0 ? (
        <Form method="post" className="grid gap-3">
          <p className="text-sm text-ink-2">
            {t(($) => $.organizations.solutions.assignAbout, { name: organization.name })}
          </p>
          <fieldset className="grid max-h-80 gap-x-6 overflow-y-auto sm:grid-cols-2">
            <legend className="sr-only">{t(($) => $.organizations.solutions.assign)}</legend>
            {assignable.map((solution) => (
              <Checkbox key={solution.id} name="solutionId" value={solution.id} label={solutionLabel(solution)} />
            ))}
          </fieldset>
          <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
            {t(($) => $.organizations.solutions.assignSubmit)}
          </Button>
        </Form>
      ) : (
        <p className="text-sm text-ink-2">
          {t(($) => $.organizations.solutions.nothingToAssign)}{' '}
          <Link className="text-link" to={`/${language}/solution-creation`}>
            {t(($) => $.nav.createNew)}
          </Link>
        </p>
      )}
    </Card>
  )
}
