import { demoAvailabilitySchema } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf } from '@bollard/site-kit'
import { act, apiOf, load, loadPage } from '@bollard/site-kit/server'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { ListPager } from '../frame/list-pager.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { useMayChange } from '../frame/use-operator.ts'
import { AvailabilityForm } from './availability-form.tsx'
import { readAvailability } from './read-availability.ts'
import type { Route } from './+types/demos.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const cursor = new URL(request.url).searchParams.get('cursor') || undefined
  const [availability, { items, nextCursor }] = await Promise.all([
    load(context, request, api.getDemoAvailability()),
    loadPage(context, request, api.listDemoBookings({ limit: 50, cursor, from: new Date().toISOString() })),
  ])
  return { availability, bookings: items, nextCursor, isFirstPage: cursor === undefined }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = apiOf(context, request)
  if (form.get('intent') === 'cancel') {
    const cancelled = await act({ context, request }, api.cancelDemoBooking({ bookingId: textOf(form, 'bookingId') }))
    return cancelled.ok ? null : data({ problem: cancelled.problem, typed: null }, { status: cancelled.problem.status })
  }
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const read = demoAvailabilitySchema.safeParse(readAvailability(typed))
  // Lines that are no hours reach the service as they are, which names the fault.
  const demoAvailabilityDto = read.success ? read.data : (readAvailability(typed) as never)
  const stored = await act({ context, request }, api.putDemoAvailability({ demoAvailabilityDto }))
  return stored.ok ? null : data({ problem: stored.problem, typed }, { status: stored.problem.status })
}

/** When demos are offered, and who has booked one. */
export default function Demos({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { availability, bookings, nextCursor, isFirstPage } = loaderData
  const mayChange = useMayChange()
  return (
    <Page title={t(($) => $.demos.title)}>
      <PageTitle title={t(($) => $.demos.title)} subtitle={t(($) => $.demos.subtitle)} />
      <ProblemAlert problem={actionData?.typed === null ? actionData.problem : null} />
      <RecordTable
        label={t(($) => $.demos.bookings)}
        columns={[
          { label: t(($) => $.demos.begins) },
          { label: t(($) => $.demos.visitor) },
          { label: t(($) => $.demos.wish) },
          { label: t(($) => $.demos.state) },
        ]}
        rows={bookings.map(({ id, startsAt, name, email, organization, message, state }) => ({
          key: id,
          cells: [
            <Moment key="at" at={startsAt} />,
            [name, email, organization].filter((part) => part !== null).join(', '),
            message ?? '–',
            state === 'BOOKED' && mayChange ? (
              <Form key="cancel" method="post">
                <input type="hidden" name="bookingId" value={id} />
                <Button type="submit" size="dense" name="intent" value="cancel">
                  {t(($) => $.demos.cancel)}
                </Button>
              </Form>
            ) : (
              t(($) => $.demos.bookingStates[state])
            ),
          ],
        }))}
        empty={t(($) => $.demos.noBookings)}
      />
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
      <h2 className="mt-8 mb-3 text-lg">{t(($) => $.demos.availability)}</h2>
      {mayChange ? null : <ChangeModeHint />}
      <AvailabilityForm
        availability={availability}
        typed={actionData?.typed ?? null}
        problem={actionData?.typed ? actionData.problem : null}
        mayChange={mayChange}
      />
    </Page>
  )
}
