import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makers } from './testing/api/make.ts'
import { type Person, signUpAll } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'

const clock = { now: new Date() }
let api: RunningApi
let ada: Person
beforeAll(async () => {
  api = await startApi({ now: () => clock.now })
  ada = (await signUpAll(api)).ada
})
afterAll(() => api?.stop())

const filesIn = (zip: ArrayBuffer) =>
  Object.fromEntries(Object.entries(unzipSync(new Uint8Array(zip))).map(([path, data]) => [path, strFromU8(data)]))

/**
 * Every table that says who somebody is, and where its rows lie in the export of that person; or, in brackets, why they do not. A new
 * table of people has to be entered here.
 */
const dataMap: Readonly<Record<string, string>> = {
  'identity.account_exports': 'account/exports.json',
  'identity.accounts': 'account/password.json',
  'identity.email_changes': 'account/other-addresses.json',
  'identity.email_codes': 'account/open-links.json',
  'identity.email_tokens': 'account/open-links.json',
  'identity.email_undos': 'account/other-addresses.json',
  'identity.factor_removals': 'account/factor-removals.json',
  'identity.known_browsers': 'account/browsers.json',
  'identity.new_factor_undos': 'account/open-links.json',
  'identity.notification_preferences': 'account/notification-preferences.json',
  'identity.account_views': 'account/what-operators-did.json',
  'identity.operator_requests': 'account/what-operators-did.json',
  'identity.operator_sessions': 'account/sessions.json',
  'identity.passkey_challenges': 'account/open-links.json',
  'identity.passkeys': 'account/passkeys.json',
  'identity.password_resets': 'account/open-links.json',
  'identity.pending_sign_ins': 'account/open-links.json',
  'identity.recovery_codes': 'account/second-factors.json',
  'identity.sessions': 'account/sessions.json',
  'identity.totp_secrets': 'account/second-factors.json',
  'identity.trusted_devices': 'account/browsers.json',
  'identity.users': 'account/profile.json',
  'identity.weekly_reports': 'account/weekly-reports.json',
  'identity.conversion_exports': '(of the operator; who made one has it in account/what-you-did.json)',
  'audit.entries': 'account/what-you-did.json',
  'mail.bounces': 'mails/bounces.json',
  'mail.outbox': 'mails/mails.json',
  'mail.mails': '(the mailbox of an installation without SMTP; its mails carry links that sign in, and go after days)',
  'solution.members': 'solutions/memberships.json',
  'solution.organization_members': 'solutions/memberships.json',
  'solution.invitations': 'solutions/invitations-received.json',
  'solution.solutions': '(of a solution, whose export has it; who created it stands in account/what-you-did.json)',
  'solution.locks': '(of a solution; who set one stands in account/what-you-did.json)',
  'solution.invite_tokens': '(of an organization; who made one stands in account/what-you-did.json)',
  'solution.organizations': '(of an organization, whose export has it)',
  'solution.organization_evidence': '(of an organization; who asked stands in account/what-you-did.json)',
  'solution.dpa_acceptances': '(of a solution; who accepted has it in account/what-you-did.json)',
  'solution.invitation_mails': '(how many invitations somebody sent within an hour, to limit them)',
  'billing.confirmed_emails': 'billing/confirmed-emails.json',
  'billing.email_confirmations': 'billing/confirmed-emails.json',
  'billing.invoice_addresses': 'billing/invoice-addresses.json',
  'billing.payment_methods': 'billing/payment-methods.json',
  'billing.invoices': 'billing/invoices.json',
  'billing.subscriptions':
    '(of a solution, whose export has its plan; who began it stands in account/what-you-did.json)',
  'billing.provider_customers': '(names a person to the payment provider: it would let somebody ask there)',
  'billing.payment_setups': '(an entry that is under way at the payment provider)',
  'billing.commissions': '(of an organization, whose export has them, customers made unrecognizable)',
  'billing.credit_note_requests': '(of the operator, until another administrator asks for the same)',
  'billing.customer_discounts': '(what an invoice in billing/invoices.json says)',
  'billing.paid_amounts': '(what an invoice in billing/invoices.json says)',
  'billing.payments':
    '(of an invoice in billing/invoices.json; who wrote a transfer down has it in account/what-you-did.json)',
  'billing.departures': '(of people whose account is gone, until their addresses and ways to pay are)',
  'billing.plan_overrides': '(of a solution; which operator set one stands in account/what-you-did.json)',
  'billing.refund_requests':
    '(of the operator, until another one decides; who asked or decided has it in account/what-you-did.json)',
  'operations.cluster_notes': '(of the operator; who wrote one has it in account/what-you-did.json)',
  'operations.flags': '(of the operator; who set one has it in account/what-you-did.json)',
  'operations.jobs': '(of the operator; who asked for a run has it in account/what-you-did.json)',
  'billing.payout_runs': '(of the operator; who approved stands in account/what-you-did.json)',
  'captcha.alert_outbox': '(mails of a solution, without their text once they are sent, for days)',
  'captcha.alert_addresses': '(of a solution, whose export has it among its alert settings)',
  'captcha.api_keys': '(of a solution, whose export has it)',
  'captcha.bypass_keys': '(of a solution, whose export has it)',
  'captcha.exports': '(of a solution; who asked stands in account/what-you-did.json)',
  'captcha.erasures': '(of a solution; who asked stands in account/what-you-did.json)',
  'captcha.saved_filters': '(names for filters of a log, which listSavedFilters tells the person at any time)',
  'captcha.feedback': '(of a solution, whose log has it)',
}

test('every table of people is in the export of a person, or it is said why not', async () => {
  await makers(api, ada).solutionId()
  await makers(api, ada).invoiceAddressId()
  const sql = `select distinct table_schema || '.' || table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and table_schema in ('identity', 'solution', 'billing', 'captcha', 'mail', 'audit', 'server', 'operations')
      and (column_name ~ '(^|_)(user_id|userid|customer_id|payer_id|given_name|email|recipient|mail_to|actor_id|registers)$' or (column_name ~ '_by$' and column_name not in ('reversed_by', 'replaced_by'))
        or (table_schema, table_name, column_name) in (('mail', 'bounces', 'address'), ('captcha', 'alert_addresses', 'address')))`
  const { rows } = await api.db.pool.query<{ name: string }>(sql)
  const found = rows.map(({ name }) => name).filter((name) => !/\.\w+_(?:default|p?\d{4}_?\d*.*)$/u.test(name))
  expect(found.filter((name) => !(name in dataMap)).toSorted()).toEqual([])
  expect(Object.keys(dataMap).filter((name) => !found.includes(name))).toEqual([])

  const { id: exportId } = await ada.client.createAccountExport()
  await api.services.identity.drain()
  const files = filesIn(await (await ada.client.downloadAccountExport({ exportId })).arrayBuffer())
  for (const [table, path] of Object.entries(dataMap))
    if (!path.startsWith('(')) expect(Object.keys(files), table).toContain(path)
  expect(JSON.parse(files['export.json'] ?? '')).toMatchObject({ format: 'bollard-account', version: 1 })
  expect(files['mails/mails.json']).toContain('"state": "SENT"')
  expect(files['account/what-you-did.json']).toContain('solution.created')
  expect(files['billing/invoice-addresses.csv']).toContain('company')
  expect(files['solutions/memberships.json']).toContain('"role": "ADMIN"')
})

test('the export that goes with a deletion holds settings, rules, keys, statistics, bills, the audit log and the log of verifications', async () => {
  const make = makers(api, ada)
  const solutionId = await make.solutionId()
  const { label } = await ada.client.getSolution({ solutionId })
  const deletion = { confirmLabel: label, reason: 'TEST_ONLY', effective: 'IMMEDIATE', exportRequested: true } as const
  await ada.client.deleteSolution({ solutionId, solutionDeletionDeleteDto: deletion })
  const told = async () =>
    (
      await api.db.pool.query<object>('select 1 from audit.entries where scope_id = $1 and action = $2', [
        solutionId,
        'solution.exported',
      ])
    ).rows.length
  await expect
    .poll(async () => api.services.solution.runDue(clock.now).then(told), { timeout: 20_000, interval: 250 })
    .toBe(1)
  const files = filesIn(await (await ada.client.exportSolution({ solutionId })).arrayBuffer())
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      'export.json',
      'solution.json',
      'members.json',
      'audit-log.json',
      'audit-log.csv',
      'billing/plan.json',
      'billing/invoices.json',
      'billing/accountings.json',
      'captcha/settings.json',
      'captcha/environments.json',
      'captcha/rules.json',
      'captcha/api-keys.json',
      'captcha/bypass-keys.json',
      'captcha/statistics.csv',
      'captcha/alert-settings.json',
      'captcha/webhooks.json',
      'captcha/verifications.json.gz',
    ]),
  )
  expect(files['captcha/statistics.csv']).toMatch(
    /^day,environmentId,dimension,value,n,passed,flagged,refused,fetched\r\n/u,
  )
  expect(files['captcha/api-keys.json']).toMatch(/"last4"/u)
  expect(JSON.parse(files['billing/plan.json'] ?? '')).toMatchObject({ solutionId })
  expect(JSON.parse(files['captcha/environments.json'] ?? '')).toMatchObject([
    { siteKey: expect.any(String) as unknown },
  ])
})
