import { letterResponse } from '@bollard/mail/letter'
import { notFound } from '@bollard/site-kit/server'
import { loadTemplates } from './template-mails.server.ts'
import type { Route } from './+types/template-html.ts'

/** The designed mail for the frame on its page. */
export async function loader(args: Route.LoaderArgs) {
  const { template } = await loadTemplates(args)
  return template === null ? notFound(args) : letterResponse(template.mail.html, args.request)
}
