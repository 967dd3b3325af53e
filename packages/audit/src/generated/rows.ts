// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'audit-acts': {
      readonly at: Date
      readonly scope: 'SOLUTION' | 'ORGANIZATION' | 'ACCOUNT' | 'SYSTEM'
      readonly scopeId: string
      readonly action: string
      readonly network: string | null
      readonly userAgent: string | null
    }
    'audit-append': {
      readonly append: string | null
    }
    'audit-chain-verified': Record<string, never>
    'audit-chains-count': {
      readonly broken: number
      readonly oldestSeconds: number
    }
    'audit-chains-take': {
      readonly scope: Narrowed<string, ColumnTypes['audit.checks.scope']>
      readonly scopeId: string
    }
    'audit-latest-hash': {
      readonly hash: string
    }
    'audit-links': {
      readonly links: Narrowed<unknown, ResultTypes['audit-links']['links']>
      readonly headNumber: string | null
      readonly headHash: string | null
    }
    'audit-list': {
      readonly id: string
      readonly at: string
      readonly actor: Narrowed<unknown, ResultTypes['audit-list']['actor']>
      readonly action: string
      readonly target: Narrowed<unknown, ResultTypes['audit-list']['target']>
      readonly before: Narrowed<unknown, ColumnTypes['audit.entries.before']> | null
      readonly after: Narrowed<unknown, ColumnTypes['audit.entries.after']> | null
      readonly network: string | null
      readonly userAgent: string | null
      readonly requestId: string | null
    }
    'audit-networks': {
      readonly scopeId: string
      readonly network: string | null
    }
    'audit-prepare': {
      readonly digest: Narrowed<Buffer | null, ResultTypes['audit-prepare']['digest']>
    }
    'audit-seal-close': Record<string, never>
    'audit-seal-entry': Record<string, never>
    'audit-seal-head': {
      readonly isWhole: boolean
    }
    'audit-seal-next': {
      readonly number: string
      readonly former: Buffer
      readonly shouldBe: Buffer
      readonly digest: Buffer
    }
    'audit-seal-open': Record<string, never>
    'audit-unsealed': {
      readonly scope: string
      readonly scopeId: string
    }
  }
}
