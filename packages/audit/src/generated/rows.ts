// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
export {}

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
      readonly scope: string
      readonly scopeId: string
    }
    'audit-latest-hash': {
      readonly hash: string
    }
    'audit-links': {
      readonly links: unknown
      readonly headNumber: string | null
      readonly headHash: string | null
    }
    'audit-list': {
      readonly id: string
      readonly at: string
      readonly actor: unknown
      readonly action: string
      readonly target: unknown
      readonly before: unknown
      readonly after: unknown
      readonly network: string | null
      readonly userAgent: string | null
      readonly requestId: string | null
    }
    'audit-prepare': {
      readonly digest: Buffer | null
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
