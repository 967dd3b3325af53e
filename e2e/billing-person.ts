import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Account, password } from './account.ts'
import type { OwnProduct } from './own-product.ts'
import { product } from './product.ts'

/** A company that is made up; without one no invoices are issued. */
const operator = {
  legalName: 'Muster Betrieb GmbH',
  address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'billing@operator.example',
  contact: { name: 'Billing', phone: '+49 30 1234567', email: 'billing@operator.example' },
  vatId: 'DE123456788',
  taxNumber: '30/123/45678',
  hosting: 'Muster Rechenzentrum GmbH, Berlin',
  subprocessors: [],
  terms: { version: '2026-11', url: 'https://operator.example/terms', since: '2026-11-01' },
  privacy: { version: '2026-11', url: 'https://operator.example/privacy' },
  bank: { accountHolder: 'Muster Betrieb GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
}

/** Settings of a product that sells in the name of a company, described in a file in this folder. */
export async function sellerSettings(folder: string): Promise<Record<string, string>> {
  const file = join(folder, 'operator.json')
  await writeFile(file, JSON.stringify(operator))
  return { OPERATOR_FILE: file, SIGN_UPS_PER_HOUR: '100', SIGN_UP_CAPTCHA: 'false' }
}

/** Signs a browser in to the dashboard. */
export async function signIn(context: BrowserContext, { cookie }: Account): Promise<void> {
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/su)
      return { name, value, url: product.dashboard }
    }),
  )
}

export async function runSql(
  { connectionString }: OwnProduct,
  name: string,
  sql: string,
  values: readonly unknown[],
): Promise<void> {
  const db = openDatabase({ connectionString, max: 1 })
  await db.query(name, sql, [...values])
  await db.close()
}

/** As if somebody had signed in an hour ago. */
export function ageProofOf(own: OwnProduct, { email }: Account): Promise<void> {
  const sql = `update identity.sessions set proven_at = proven_at - interval '1 hour' where user_id = (select id from identity.users where email = $1)`
  return runSql(own, 'test-age-proof', sql, [email])
}

/** Answers the question for the password, and comes back to where nothing has happened yet. */
export async function prove(page: Page, who: Account): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${product.identity}/en/prove`, 'u'))
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Nothing has changed yet')).toBeVisible()
  // A proof gives the session another token.
  who.cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

export async function fillFields(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}
