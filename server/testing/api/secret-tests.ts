import { describe, expect, test } from 'vitest'
import { examples, sessionRoutes } from './examples.ts'
import { send } from './send.ts'
import type { World } from './world.ts'

const iban = 'DE89370400440532013000'
const wrongIban = 'DE00370400440532013099'
/** Fields of answers that hold a secret of whoever asked. */
const secretField = /"(?:secretKey|secret|key|token|clientSecret)":"([^"]{12,})"/gu

/** Over the whole run of the other parts; so this one comes last. */
export function secretTests(world: () => World): void {
  describe('nothing secret', () => {
    test(
      'reaches the log, mails, the audit log, problems or the texts of other people',
      { timeout: 60_000 },
      async () => {
        const { api } = world()
        const secrets = new Map<string, string>()
        await useSecrets(world(), secrets)
        await failEverywhere(world())
        for (const { status, path, text, headers } of api.hearing.answers) {
          if (status < 300)
            for (const [, value = ''] of text.matchAll(secretField)) secrets.set(value, `a secret of ${path}`)
          if (status < 300) for (const code of recoveryCodesIn(text)) secrets.set(code, 'a recovery code')
          for (const cookie of headers.getSetCookie()) secrets.set(tokenOf(cookie), 'the token of a cookie')
        }
        secrets.delete('')
        const kinds = new Set([...secrets.values()].map((name) => name.replaceAll(/[\da-f-]{36}/gu, 'id')))
        expect([...kinds]).toEqual(
          expect.arrayContaining([
            'a password',
            'the token of a cookie',
            'an IBAN',
            'a secret of /identity/v1/users/me/totp',
            'a secret of /captcha/v1/sites/id/api-keys',
          ]),
        )

        const places = await textsOf(world())
        for (const [place, texts] of Object.entries(places)) expect(texts.length, place).toBeGreaterThan(0)
        const found = Object.entries(places).flatMap(([place, texts]) =>
          [...secrets]
            .filter(([secret]) => texts.some((text) => text.includes(secret)))
            .map(([, name]) => `${name} in ${place}`),
        )
        expect(found).toEqual([])
      },
    )
  })
}

/** What the other parts did not use: bank accounts, an app for second factors, and mistyped passwords. */
async function useSecrets({ people, make }: World, secrets: Map<string, string>): Promise<void> {
  for (const { password } of Object.values(people)) secrets.set(password, 'a password')
  secrets.set(iban, 'an IBAN').set(wrongIban, 'a wrong IBAN')
  const { client } = people.ada
  const organizationId = await make.organizationId()
  const { name, kind, legalName, contactEmail, countryCode, language, version } = await client.getOrganization({
    organizationId,
  })
  const described = { name, kind, legalName, contactEmail, countryCode, language, version }
  const withAccount = (account: string) => ({
    organizationId,
    organizationUpdateDto: { ...described, payout: { method: 'SEPA' as const, accountHolder: 'Ada', iban: account } },
  })
  await expect(client.updateOrganization(withAccount(wrongIban))).rejects.toThrow('422')
  expect((await client.updateOrganization(withAccount(iban))).payout?.iban).not.toBe(iban)
  await people.mia.client.startTotp()
  const typo = `${people.vic.password}!`
  secrets.set(typo, 'a mistyped password')
  await expect(
    people.vic.client.createSession({ sessionNewDto: { email: people.vic.email, password: typo } }),
  ).rejects.toThrow('401')
}

/** Calls that end in an error of the server, which is logged with all that belongs to it. */
async function failEverywhere({ api, people, ofAda }: World): Promise<void> {
  const broken = [
    ['solution.organizations', 'updateOrganization'],
    ['identity.passkeys', 'proveSession'],
    ['captcha.api_keys', 'createApiKey'],
    ['identity.users', 'changePassword'],
    ['billing.invoice_addresses', 'createInvoiceAddress'],
  ] as const
  const before = api.logged.length
  for (const [table, id] of broken) {
    const name = table.split('.')[1] ?? ''
    const route = sessionRoutes.find((one) => one.id === id)
    if (!route || !examples[id]) throw new Error(`There is no ${id}`)
    const cells = table.startsWith('captcha.') ? api.cells : [api.db]
    for (const cell of cells) await cell.pool.query(`alter table ${table} rename to ${name}_away`)
    try {
      await send(api, route, ofAda, people.ada)
    } finally {
      for (const cell of cells) await cell.pool.query(`alter table ${table}_away rename to ${name}`)
    }
  }
  expect(api.logged.length - before).toBeGreaterThanOrEqual(3)
}

async function textsOf({ api }: World): Promise<Record<string, string[]>> {
  // Cells have audit entries and mails of their own (0119).
  const rows = async (table: string) => {
    const found = api.cells.map((cell) => cell.pool.query<{ row: string }>(`select t::text as row from ${table} t`))
    return (await Promise.all(found)).flatMap((cell) => cell.rows.map(({ row }) => row))
  }
  return {
    log: api.logged,
    mails: await rows('mail.mails'),
    'the audit log': await rows('audit.entries'),
    problems: api.hearing.answers.filter(({ status }) => status >= 400).map(({ text }) => text),
  }
}

function recoveryCodesIn(text: string): string[] {
  const [, list = ''] = /"recoveryCodes":\[([^\]]*)\]/u.exec(text) ?? []
  return list.split(',').map((code) => code.replaceAll('"', ''))
}

/** Without its signature, which the token alone makes. */
function tokenOf(cookie: string): string {
  const value = cookie.slice(cookie.indexOf('=') + 1).split(';')[0] ?? ''
  const [token = ''] = decodeURIComponent(value).split('.')
  return token.length >= 12 ? token : ''
}
