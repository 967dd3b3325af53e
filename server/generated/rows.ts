// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
export {}

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'own-site-find': {
      readonly siteKey: string
      readonly secretKey: string
      readonly hostname: string
    }
    'own-site-keep': Record<string, never>
    'own-sites-lock': Record<string, never>
    ready: {
      readonly '?column?': number
    }
    'server-database-figures': {
      readonly sizeBytes: number | null
      readonly connections: number
      readonly connectionsMax: number | null
      readonly lockWaits: number
    }
    'server-known-solutions': {
      readonly id: string
      readonly isErased: boolean
    }
    'server-version': {
      readonly version: number | null
    }
  }
}
