import { bookingParts } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Button, Card, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/bookings.ts'
import { DatevForm, datevFieldsOf } from './datev-form.tsx'

/** The month before this one, which an accountant asks for, and what the form for DATEV begins with. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
  return { month, datev: datevFieldsOf(search, month), fault: search.get('field') }
}

/** What an accountant books of a month, as CSV of our own or as a file for DATEV. */
export default function Bookings({ loaderData: { month, datev, fault } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <Page
      title={t(($) => $.billing.bookings)}
      crumbs={[{ label: t(($) => $.billing.title), to: `/${language}/billing` }]}
    >
      <PageTitle title={t(($) => $.billing.bookings)} subtitle={t(($) => $.billing.bookingsHint)} />
      <AreaLinks area="billing" />
      <Card className="mb-5 max-w-[44rem]">
        <form method="get" action={`/${language}/billing/bookings-file`} className="grid gap-4">
          <TextField label={t(($) => $.billing.month)} name="month" type="month" required defaultValue={month} />
          <SelectField label={t(($) => $.billing.part)} name="part">
            {bookingParts.map((part) => (
              <option key={part} value={part}>
                {t(($) => $.billing.parts[part])}
              </option>
            ))}
          </SelectField>
          <Button type="submit" className="justify-self-start">
            {t(($) => $.billing.download)}
          </Button>
        </form>
      </Card>
      <DatevForm fields={datev} fault={fault} />
    </Page>
  )
}
