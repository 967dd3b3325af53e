// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'contact-answers-sweep': Record<string, never>
    'contact-demo-availability': {
      readonly availability: unknown
    }
    'contact-demo-availability-lock': {
      readonly availability: unknown
    }
    'contact-demo-availability-put': Record<string, never>
    'contact-demo-book': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-booking': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-booking-lock': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-bookings': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-bookings-sweep': Record<string, never>
    'contact-demo-cancel': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-file': {
      readonly content: string
    }
    'contact-demo-file-insert': Record<string, never>
    'contact-demo-hold': {
      readonly startsAt: Date
      readonly endsAt: Date
      readonly heldUntil: Date
    }
    'contact-demo-hold-insert': {
      readonly id: string
    }
    'contact-demo-holds-end': Record<string, never>
    'contact-demo-holds-expire': Record<string, never>
    'contact-demo-holds-sweep': Record<string, never>
    'contact-demo-move': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-overlap': {
      readonly id: string
    }
    'contact-demo-remind-day': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-remind-hour': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-session-booked': {
      readonly id: string
    }
    'contact-demo-session-lock': {
      readonly id: string
      readonly state: 'HELD' | 'BOOKED' | 'CANCELLED'
      readonly startsAt: Date
      readonly endsAt: Date
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly message: string | null
      readonly language: string | null
      readonly timezone: string | null
      readonly sequence: number
      readonly createdAt: Date
    }
    'contact-demo-taken': {
      readonly startsAt: Date
      readonly endsAt: Date
    }
    'contact-enquiries': {
      readonly id: string
      readonly userId: string | null
      readonly topic: 'TECHNICAL' | 'BLOCKED_VISITOR' | 'BILLING' | 'ACCOUNT' | 'PRIVACY' | 'SALES' | 'DEMO' | 'OTHER'
      readonly message: string
      readonly solutionId: string | null
      readonly reference: string | null
      readonly state: 'OPEN' | 'ANSWERED' | 'CLOSED'
      readonly createdAt: Date
      readonly replies: Narrowed<unknown, ResultTypes['contact-enquiries']['replies']>
    }
    'contact-enquiries-forget': Record<string, never>
    'contact-enquiries-of-person': {
      readonly id: string
      readonly userId: string
      readonly topic: 'TECHNICAL' | 'BLOCKED_VISITOR' | 'BILLING' | 'ACCOUNT' | 'PRIVACY' | 'SALES' | 'DEMO' | 'OTHER'
      readonly message: string
      readonly solutionId: string | null
      readonly reference: string | null
      readonly state: 'OPEN' | 'ANSWERED' | 'CLOSED'
      readonly createdAt: Date
      readonly replies: Narrowed<unknown, ResultTypes['contact-enquiries-of-person']['replies']>
    }
    'contact-enquiries-sweep': Record<string, never>
    'contact-enquiry': {
      readonly id: string
      readonly userId: string | null
      readonly topic: 'TECHNICAL' | 'BLOCKED_VISITOR' | 'BILLING' | 'ACCOUNT' | 'PRIVACY' | 'SALES' | 'DEMO' | 'OTHER'
      readonly message: string
      readonly solutionId: string | null
      readonly reference: string | null
      readonly state: 'OPEN' | 'ANSWERED' | 'CLOSED'
      readonly createdAt: Date
      readonly replies: Narrowed<unknown, ResultTypes['contact-enquiry']['replies']>
    }
    'contact-enquiry-insert': Record<string, never>
    'contact-enquiry-lock': {
      readonly topic: 'TECHNICAL' | 'BLOCKED_VISITOR' | 'BILLING' | 'ACCOUNT' | 'PRIVACY' | 'SALES' | 'DEMO' | 'OTHER'
      readonly state: 'OPEN' | 'ANSWERED' | 'CLOSED'
    }
    'contact-enquiry-state': Record<string, never>
    'contact-inbox': {
      readonly id: string
      readonly userId: string | null
      readonly topic: 'TECHNICAL' | 'BLOCKED_VISITOR' | 'BILLING' | 'ACCOUNT' | 'PRIVACY' | 'SALES' | 'DEMO' | 'OTHER'
      readonly message: string
      readonly solutionId: string | null
      readonly reference: string | null
      readonly state: 'OPEN' | 'ANSWERED' | 'CLOSED'
      readonly createdAt: Date
      readonly replies: Narrowed<unknown, ResultTypes['contact-inbox']['replies']>
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly language: string | null
    }
    'contact-inbox-one': {
      readonly id: string
      readonly userId: string | null
      readonly topic: 'TECHNICAL' | 'BLOCKED_VISITOR' | 'BILLING' | 'ACCOUNT' | 'PRIVACY' | 'SALES' | 'DEMO' | 'OTHER'
      readonly message: string
      readonly solutionId: string | null
      readonly reference: string | null
      readonly state: 'OPEN' | 'ANSWERED' | 'CLOSED'
      readonly createdAt: Date
      readonly replies: Narrowed<unknown, ResultTypes['contact-inbox-one']['replies']>
      readonly name: string | null
      readonly email: string | null
      readonly organization: string | null
      readonly language: string | null
    }
    'contact-missed-search': Record<string, never>
    'contact-missed-searches': {
      readonly query: string
      readonly language: string
      readonly searches: number
      readonly lastOn: string
    }
    'contact-page-answer': Record<string, never>
    'contact-page-answers': {
      readonly path: string
      readonly language: string
      readonly yes: number
      readonly no: number
    }
    'contact-reply-insert': Record<string, never>
    'contact-searches-sweep': Record<string, never>
    'contact-visitor-enquiry-insert': Record<string, never>
  }
}
