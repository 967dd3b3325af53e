import { letterResponse } from '@bollard/mail/letter'
import { notFound } from '@bollard/site-kit/server'
import { loadTemplates } from '../mailbox/template-mails.server.ts'
import type { Route } from './+types/mail-template-html.ts'

export async function loader(args: Route.LoaderArgs) {
  const { templates } = await loadTemplates(args)
  const template = templates.find(({ name }) => name === args.params.name)
  if (!template) return notFound(args)
  return letterResponse(template.mail.html, args.request)
}
