import { apiOf, load } from '@bollard/site-kit/server'
import type { Route } from './+types/mail-html.ts'

/** The designed mail by itself, for the frame on its page: it may style itself and do nothing else. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const mail = await load(context, request, apiOf(context, request).getMail({ mailId: params.mailId }))
  const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
  return new Response(mail.html, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } })
}
