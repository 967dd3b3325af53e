import { contactRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, type RateLimiter } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { createVisitorEnquiry, requireVisitor } from './create-by-visitor.ts'
import { createEnquiry } from './create.ts'
import { listEnquiries, readEnquiry } from './list.ts'

/** What visitors of the website write. */
export function mountVisitors(app: GuardedScope, context: ContactContext, limiter: RateLimiter<VisitorLimit>): void {
  mountRoute(app, routes.createVisitorEnquiry, async ({ body, call }) => {
    await limiter.take('visitorEnquiries', limitedIp(call.from.ip))
    await requireVisitor(context, body.captchaToken, call.from.ip)
    // Only now: otherwise a few forms without a token would use up the receipts of somebody else's address, and keep them out.
    await limiter.take('visitorReceipts', body.email)
    await createVisitorEnquiry(context, body)
  })
}
type VisitorLimit = 'visitorEnquiries' | 'visitorReceipts'

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
