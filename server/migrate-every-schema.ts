import { auditMigrations } from '@bollard/audit'
import { type Database, migrate } from '@bollard/database'
import { limitMigrations } from '@bollard/limits/migrations'
import { mailMigrations } from '@bollard/mail/migrations'

const ofService = (schema: string) => ({
  schema,
  directory: new URL(`../services/${schema}/src/migrations/`, import.meta.url),
})

/** In the order in which they need each other. */
export const schemas: readonly { readonly schema: string; readonly directory: URL }[] = [
  { schema: 'server', directory: new URL('migrations/', import.meta.url) },
  auditMigrations,
  mailMigrations,
  limitMigrations,
  ...[
    'identity',
    'solution',
    'billing',
    'captcha',
    'monitoring',
    'protection',
    'contact',
    'telemetry',
    'operations',
  ].map(ofService),
]

/** What a further cell of the captcha has: its rows, the audit entries of what is done to them, and mails on their way. */
export const schemasOfCell = schemas.filter(({ schema }) => ['audit', 'mail', 'captcha'].includes(schema))

/** Brings every schema up to date, as their owner; refuses a database that a newer version has used. Answers what ran. */
export async function migrateEverySchema(db: Database, those = schemas): Promise<string[]> {
  const ran: string[] = []
  for (const one of those) ran.push(...(await migrate(db, one)).map((name) => `${one.schema}/${name}`))
  return ran
}
