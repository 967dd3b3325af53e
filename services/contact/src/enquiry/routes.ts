import { contactRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute, type RateLimiter } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { createEnquiry } from './create.ts'
import { listEnquiries, readEnquiry } from './list.ts'

/** A person's own enquiries. */
export function mountEnquiries(app: GuardedScope, context: ContactContext, limiter: RateLimiter<'enquiries'>): void {
  mountRoute(app, routes.createEnquiry, async ({ actor, body, call }) => {
    // Here and not before: a repeated call has no effect, so it counts for nothing.
    await limiter.take('enquiries', actor.userId)
    return createEnquiry(context, actor, body, call)
  })
  mountRoute(app, routes.listEnquiries, async ({ query }) => listEnquiries(context, query))
  mountRoute(app, routes.getEnquiry, async ({ params }) => readEnquiry(context, params.enquiryId))
}
