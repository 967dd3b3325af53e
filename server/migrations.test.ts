import { effectsOf, readMigrations, splitStatements, stalls } from '@bollard/database'
import { expect, test } from 'vitest'
import { schemas } from './migrate-every-schema.ts'

/**
 * What has shipped, or touches tables that stay small on every installation. A new line needs such a reason: tables that grow with
 * visits (verifications, redemptions, feedback, roll-ups, the audit log, mails) are changed in steps that keep nobody waiting, see
 * decision 0073.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // A row for each captcha, organization and account that anything was done with.
  'audit/0101-keyed-chain.sql': ['build heads'],
  // Renames constraints of one table, in a block that looks which of them there are.
  'captcha/0101-names-of-api-keys.sql': ['unknown'],
  // A row for each captcha.
  'captcha/0111-zone-of-solutions.sql': ['rows sites'],
  // The last number of an identity stands with its sequence: no row is read.
  'captcha/0125-cells.sql': ['unknown sites', 'unknown environments', 'unknown api_keys'],
  // People's enquiries: some a day.
  'contact/0102-visitors.sql': ['scan enquiries', 'scan enquiries'],
  // A row for each service, window and probe, and for each service at each place.
  'monitoring/0115-configuration.sql': ['build services', 'build maintenance'],
  'monitoring/0116-probes.sql': ['scan schedules', 'build probes', 'rows probes'],
  // A row for each status page, of which a solution has 50 at most.
  'monitoring/0118-proven-hosts.sql': [
    'rewrite status_pages',
    'scan status_pages',
    'rows status_pages',
    'build status_pages',
    'build status_pages',
    'build status_pages',
  ],
  // A row for each window of maintenance and for each status page.
  'monitoring/0119-told.sql': ['build maintenance', 'build status_pages'],
  // A row for each rule of alerts, of which a solution has 100 at most.
  'monitoring/0120-sent-again.sql': ['rows alert_rules'],
  // A row for each channel, rule and status page.
  'monitoring/0121-keys-of-alerting.sql': ['build channels', 'build alert_rules', 'build status_pages'],
  // A row for each service; of them the forms and the captchas that are watched.
  'monitoring/0122-forms.sql': ['rows services', 'rows services', 'rows services'],
  // A row for each on-call schedule, of which a solution has 20 at most.
  'monitoring/0126-keys-of-on-call-schedules.sql': ['build on_call_schedules'],
  'solution/0111-zone-of-solutions.sql': ['rows solutions'],
}

test('no migration keeps calls of the release before waiting for as long as a table is large', async () => {
  const found: Record<string, string[]> = {}
  for (const { schema, directory } of schemas) {
    const { numbered } = await readMigrations(directory)
    // The first one makes the tables.
    for (const { name, text } of numbered.slice(1)) {
      const stalling = effectsOf(splitStatements(text)).filter(stalls)
      if (stalling.length > 0)
        found[`${schema}/${name}`] = stalling.map(({ work, table }) => `${work} ${table ?? ''}`.trim())
    }
  }
  expect(found).toEqual(allowed)
})
