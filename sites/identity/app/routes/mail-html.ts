import { apiOf, load } from '@bollard/site-kit/server'
import { letterResponse } from '../mailbox/letter-response.ts'
import type { Route } from './+types/mail-html.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const mail = await load(context, request, apiOf(context, request).getMail({ mailId: params.mailId }))
  return letterResponse(mail.html, request)
}
