import { checkKinds, type MonitoredService } from '@bollard/contracts'
import { Moment, Pager, ProblemAlert, useFormats } from '@bollard/site-kit'
import { act, apiOf, attempt, loadPage, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, Cell, EmptyState, HeadCell, Row, SelectField, Table, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { ImportLink } from '../import-link.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { stateOrder, StatePill } from '../state-pill.tsx'
import { useFaultWords } from '../use-fault-words.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { AddressForm } from './address-form.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { NewServiceLink } from './new-service-link.tsx'
import { filterOf, isFiltered } from './service-filter.ts'
import { typedBulk } from './typed-bulk.ts'
import type { Route } from './+types/services.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const filter = filterOf(search)
  const api = apiOf(context, request)
  const [page, places] = await Promise.all([
    loadPage(context, request, api.listMonitoredServices({ solutionId, limit: 100, cursor, ...filter })),
    attempt(api.listMonitoringPlaces({ solutionId })),
  ])
  return {
    ...page,
    filter,
    isFirstPage: cursor === undefined,
    places: places.ok ? places.value.items.map(({ name }) => name) : [],
  }
}

/** Changes those that were ticked, all or none. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const { serviceIds, wanted, change, fault } = typedBulk(await request.formData())
  const refused = { changed: 0, problem: null, stamp: '', wanted, fault }
  if (fault !== null) return data(refused, { status: 422 })
  const answer = await act(
    { context, request },
    apiOf(context, request).changeMonitoredServices({ solutionId, monitoredServicesChangeDto: { serviceIds, change } }),
  )
  if (!answer.ok) return data({ ...refused, problem: answer.problem }, { status: answer.problem.status })
  return data({ ...refused, changed: answer.value.changed, stamp: crypto.randomUUID() })
}

export default function Services({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, mayChange } = useMonitoring()
  const { items, nextCursor, isFirstPage, filter, places } = loaderData
  const title = t(($) => $.monitoring.services.title)
  const isEmpty = items.length === 0 && isFirstPage && !isFiltered(filter)
  return (
    <Page title={title} crumbs={[crumb]}>
      <PageTitle title={title} subtitle={mayChange ? t(($) => $.monitoring.services.about) : undefined}>
        <ButtonLink asChild size="dense">
          <Link to={`${base}/import`}>{t(($) => $.monitoringImport.title)}</Link>
        </ButtonLink>
        <NewServiceLink />
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        {actionData?.changed ? (
          <DoneToast key={actionData.stamp}>
            {t(($) => $.monitoring.services.changed, { count: actionData.changed })}
          </DoneToast>
        ) : null}
        {actionData?.problem ? <ProblemAlert problem={actionData.problem} /> : null}
        {isEmpty ? (
          <Card padded={false}>
            <EmptyState title={t(($) => $.monitoring.overview.none)} action={<AddressForm address="" />}>
              {t(($) => $.monitoring.overview.noneAbout)}
              <span className="mt-2 block">
                <ImportLink />
              </span>
            </EmptyState>
          </Card>
        ) : (
          <>
            <FilterForm filter={filter} />
            <Form
              method="post"
              preventScrollReset
              // What was ticked stays ticked after a refusal, and not after a change.
              key={actionData?.stamp ?? ''}
              className="group/list grid grid-cols-[minmax(0,1fr)] gap-4"
            >
              <ServiceTable services={items} base={base} mayChange={mayChange} />
              {mayChange && items.length > 0 ? (
                <BulkBar
                  problem={actionData?.problem ?? null}
                  fault={actionData?.fault ?? null}
                  wanted={actionData?.wanted ?? 'PAUSE'}
                  places={places}
                  shown={items.map(({ id }) => id)}
                />
              ) : null}
            </Form>
            <Pager
              nextCursor={nextCursor}
              isFirstPage={isFirstPage}
              newest={t(($) => $.monitoring.services.first)}
              older={t(($) => $.monitoring.services.next)}
            />
          </>
        )}
      </div>
    </Page>
  )
}

function FilterForm({ filter }: { filter: ReturnType<typeof filterOf> }) {
  const { t } = useTranslation()
  return (
    <search>
      <Form
        method="get"
        key={JSON.stringify(filter)}
        className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
      >
        <TextField
          label={t(($) => $.monitoring.services.search)}
          name="search"
          type="search"
          maxLength={100}
          defaultValue={filter.search ?? ''}
        />
        <SelectField label={t(($) => $.monitoring.services.state)} name="state" defaultValue={filter.state ?? ''}>
          <option value="">{t(($) => $.monitoring.services.all)}</option>
          {stateOrder.map((state) => (
            <option key={state} value={state}>
              {t(($) => $.monitoring.states[state])}
            </option>
          ))}
        </SelectField>
        <SelectField label={t(($) => $.monitoring.services.kind)} name="kind" defaultValue={filter.kind ?? ''}>
          <option value="">{t(($) => $.monitoring.services.all)}</option>
          {checkKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(($) => $.monitoring.kinds[kind].name)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t(($) => $.monitoring.services.tag)}
          name="tag"
          maxLength={40}
          defaultValue={filter.tag ?? ''}
        />
        <Button type="submit">{t(($) => $.monitoring.services.find)}</Button>
      </Form>
    </search>
  )
}

interface ServiceTableProps {
  services: readonly MonitoredService[]
  base: string
  mayChange: boolean
}

function ServiceTable({ services, base, mayChange }: ServiceTableProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const faultWords = useFaultWords()
  const columns = t(($) => $.monitoring.services.columns, { returnObjects: true })
  if (services.length === 0)
    return (
      <Card padded={false}>
        <EmptyState title={t(($) => $.monitoring.services.noneFound)}>
          <Link to={`${base}/services`} className="text-link">
            {t(($) => $.monitoring.services.showAll)}
          </Link>
        </EmptyState>
      </Card>
    )
  return (
    <Card padded={false} className="overflow-hidden">
      <Table label={t(($) => $.monitoring.services.title)} className="stacked-table">
        <thead>
          <tr>
            <HeadCell className="ps-5">{columns.name}</HeadCell>
            <HeadCell>{columns.state}</HeadCell>
            <HeadCell>{columns.interval}</HeadCell>
            <HeadCell align="end">{columns.response}</HeadCell>
            <HeadCell className="pe-5">{columns.checked}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {services.map((service) => (
            <Row key={service.id}>
              <Cell className="stacked-wide max-w-[26rem] ps-5 !whitespace-normal">
                <span className="flex min-w-0 items-start gap-3">
                  {mayChange ? (
                    <label className="-m-2 grid shrink-0 place-items-center p-2">
                      <span className="sr-only">{t(($) => $.monitoring.services.choose, { name: service.name })}</span>
                      <input
                        type="checkbox"
                        name="serviceIds"
                        value={service.id}
                        className="size-5 rounded-sm accent-amber"
                      />
                    </label>
                  ) : null}
                  <span className="grid min-w-0 gap-0.5">
                    <Link to={`${base}/services/${service.id}`} className="text-link [overflow-wrap:anywhere]">
                      {service.name}
                    </Link>
                    <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">
                      {[t(($) => $.monitoring.kinds[service.check.kind].name), ...service.tags].join(' · ')}
                    </span>
                  </span>
                </span>
              </Cell>
              <Cell data-label={columns.state} className="!whitespace-normal">
                <span className="grid justify-items-start gap-1">
                  <StatePill state={service.state} />
                  {service.withheld ? (
                    <span className="text-xs text-ink-2">{t(($) => $.monitoring.services.withheld)}</span>
                  ) : service.fault === null ? null : (
                    <span className="text-xs text-ink-2">{faultWords(service.fault)}</span>
                  )}
                </span>
              </Cell>
              <Cell data-label={columns.interval}>
                {'timeoutMs' in service.check ? formats.lasting(service.effectiveIntervalSeconds * 1_000) : '–'}
              </Cell>
              <Cell data-label={columns.response} align="end">
                {service.lastTotalMs === null ? '–' : formats.duration(service.lastTotalMs)}
              </Cell>
              <Cell data-label={columns.checked} className="pe-5">
                {service.lastCheckedAt === null ? '–' : <Moment at={service.lastCheckedAt} />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
