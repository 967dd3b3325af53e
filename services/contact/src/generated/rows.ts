// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'contact-answers-sweep': Record<string, never>
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
