import { letterResponse } from '@bollard/mail/letter'
import { apiOf, load } from '@bollard/site-kit/server'
import type { Route } from './+types/mail-html.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const mail = await load(context, request, apiOf(context, request).getMail({ mailId: params.mailId }))
  return letterResponse(mail.html, request)
}
