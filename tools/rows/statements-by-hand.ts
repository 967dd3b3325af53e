/** Files whose statements only the running program knows, and why. Their rows are typed by hand. */
export const statementsByHand: Readonly<Record<string, string>> = {
  'packages/database/src/bind-database.ts': 'passes on what it is asked',
  'packages/database/src/until-checked.ts': 'passes on what it is asked',
  'packages/database/src/migrate/require-migrated.ts': 'one text for the schema of each service',
  'packages/http/src/repeated-calls.ts': 'one text for the schema of each service',
  'server/backup/compare-facts.ts': 'asks a restored database over a client of its own',
  'server/commands/diagnostics/read-database.ts': 'sums up the tables that there are',
  'services/captcha/src/records/log/find-matches.ts': 'made for its filter',
}
