import { demoRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, type RateLimiter } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { requireVisitor } from '../enquiry/create-by-visitor.ts'
import { putAvailability, readAvailability } from './availability.ts'
import { bookDemo } from './book.ts'
import { holdSlot, readHold } from './hold.ts'
import { listSlots } from './list-slots.ts'
import { cancelAsOperator, listBookings } from './operate.ts'
import { cancelOwnBooking, moveOwnBooking, readOwnBooking } from './own-booking.ts'

type DemoLimit = 'demoSlots' | 'demoHolds' | 'demoBookings' | 'demoReceipts' | 'demoLinks' | 'demoMoves'

/** What visitors of the website do: choose a time, book it, move and cancel it. */
export function mountDemos(app: GuardedScope, context: ContactContext, limiter: RateLimiter<DemoLimit>): void {
  mountRoute(app, routes.listDemoSlots, async ({ query, call }) => {
    await limiter.take('demoSlots', limitedIp(call.from.ip))
    return listSlots(context, query)
  })
  mountRoute(app, routes.holdDemoSlot, async ({ body, call }) => {
    await limiter.take('demoHolds', limitedIp(call.from.ip))
    await requireVisitor(context, body.captchaToken, call.from.ip)
    return holdSlot(context, body)
  })
  mountRoute(app, routes.previewDemoHold, async ({ body, call }) => {
    await limiter.take('demoSlots', limitedIp(call.from.ip))
    return readHold(context, body.session)
  })
  mountRoute(app, routes.bookDemo, async ({ body, call }) => {
    // Whoever has a hold has passed the captcha; without one nothing is counted for an address that somebody else may have.
    await limiter.take('demoBookings', limitedIp(call.from.ip))
    return bookDemo(context, body, () => limiter.take('demoReceipts', body.email))
  })
  mountRoute(app, routes.previewDemoBooking, async ({ body, call }) => {
    await limiter.take('demoLinks', limitedIp(call.from.ip))
    return readOwnBooking(context, body.token)
  })
  mountRoute(app, routes.moveDemoBooking, async ({ body, call }) => {
    await limiter.take('demoLinks', limitedIp(call.from.ip))
    return moveOwnBooking(context, body, (email) => limiter.take('demoMoves', email))
  })
  mountRoute(app, routes.cancelOwnDemoBooking, async ({ body, call }) => {
    await limiter.take('demoLinks', limitedIp(call.from.ip))
    return cancelOwnBooking(context, body.token)
  })
}

/** What operators do with demos. */
export function mountDemoCalendar(app: GuardedScope, context: ContactContext): void {
  mountRoute(app, routes.getDemoAvailability, async () => readAvailability(context.db))
  mountRoute(app, routes.putDemoAvailability, async ({ actor, body, call }) =>
    putAvailability(context, actor, body, call),
  )
  mountRoute(app, routes.listDemoBookings, async ({ query }) => listBookings(context, query))
  mountRoute(app, routes.cancelDemoBooking, async ({ actor, params, call }) =>
    cancelAsOperator(context, actor, params.bookingId, call),
  )
}
