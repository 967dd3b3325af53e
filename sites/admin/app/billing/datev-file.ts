import { datevQuery } from '@bollard/contracts'
import { apiOf } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import { handOnFile } from '../frame/hand-on-file.server.ts'
import type { Route } from './+types/datev-file.ts'

/** What an accountant imports of a month. What is refused leads back to the form, with what was written and the field that has to change. */
export function loader({ request, context, params }: Route.LoaderArgs) {
  const { searchParams: given } = new URL(request.url)
  const back = (field: string): never => {
    given.set('field', field)
    throw redirect(`/${params.language}/billing/bookings?${given}#datev`)
  }
  const names = Object.keys(datevQuery.shape)
  const query = datevQuery.safeParse(Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])))
  if (!query.success) return back(String(query.error.issues[0]?.path[0] ?? ''))
  const file = apiOf(context, request).downloadDatevBookings(query.data)
  return handOnFile({ request, context }, file, ({ status, errors }) => {
    if (status === 422 || status === 409) back(errors?.[0]?.pointer.slice(1) ?? '')
  })
}
