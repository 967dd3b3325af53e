import { apiOf, load } from '@bollard/site-kit/server'
import type { Route } from './+types/mail-file.ts'

/** A file of a mail on this site's own address, since a page may talk to nobody else. It is saved, never shown here. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const file = await load(
    context,
    request,
    apiOf(context, request).downloadMailFile({ mailId: params.mailId, place: Number(params.place) }),
  )
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
  for (const name of ['content-type', 'content-disposition', 'content-length']) {
    const value = file.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(file.body, { headers })
}
