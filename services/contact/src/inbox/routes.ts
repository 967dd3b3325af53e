import { contactRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { listInbox } from './list.ts'
import { replyToEnquiry, setEnquiryState } from './answer.ts'

/** What operators do with enquiries. */
export function mountInbox(app: GuardedScope, context: ContactContext): void {
  mountRoute(app, routes.listInbox, async ({ query }) => listInbox(context, query))
  mountRoute(app, routes.replyToEnquiry, async ({ actor, params, body, call }) =>
    replyToEnquiry(context, actor, { enquiryId: params.enquiryId, text: body.text }, call),
  )
  mountRoute(app, routes.setEnquiryState, async ({ actor, params, body, call }) =>
    setEnquiryState(context, actor, { enquiryId: params.enquiryId, state: body.state }, call),
  )
}
