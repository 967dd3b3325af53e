import { randomUUIDv7 } from 'node:crypto'
import { createSolver } from '@bollard/proof-of-work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordConversions } from './api/record-conversions.ts'
import { linkIn, type Person } from './testing/api/people.ts'
import { domainOf, type Programme, programmeBegins, startProgramme } from './testing/start-programme.ts'
import { visit } from './testing/visit.ts'

let it: Programme
beforeAll(async () => {
  it = await startProgramme()
})
afterAll(() => it?.stop())

/** Somebody who signs up with this click, as the identity site hands it over. */
async function signUp(name: string, advertisingTokenId: string | null): Promise<Person> {
  const { client, cookie } = it.api.clientFrom('198.51.100.20')
  const [email, password] = [`${name}@${name}-click.example`, `a long password of ${name} on a hill`]
  const accountNewDto = { email, password, givenName: 'Clara', language: 'en', acceptedTerms: true } as const
  await client.createAccount({
    accountNewDto: { ...accountNewDto, ...(advertisingTokenId === null ? {} : { advertisingTokenId }) },
  })
  await it.api.services.identity.drain()
  const user = await client.verifyEmail({ emailVerificationDto: { token: await linkIn(it.api, email), password } })
  return { ...user, password, client, cookie, address: '198.51.100.20' }
}
const click = async (adUserData: boolean) => {
  const consent = { adUserData, adPersonalization: false, at: programmeBegins }
  return (
    await it.people.ada.client.createAdvertisingToken({
      advertisingTokenNewDto: { gclid: 'Cj0KCQiA-a_click-0123456789', consent },
    })
  ).id
}
/** As several processes do it, more than once; what a sign-up wrote down is judged with what is sent. */
const record = async (now: string) => {
  for (let round = 0; round < 2; round += 1)
    await Promise.all([1, 2, 3].map(() => recordConversions(it.api.services, new Date(now))))
  await it.api.services.identity.sendDueConversions()
}
const conversionsOf = async (advertisingTokenId: string) => {
  const { conversions } = await it.people.operator.client.getAdvertisingToken({ advertisingTokenId })
  return conversions.map(({ kind, state, value, occurredAt }) => [kind, state, value?.amountMinor ?? null, occurredAt])
}

test('what came of a click is recorded from what really happened, each thing once', async () => {
  const token = (await click(true)) ?? ''
  const clara = await signUp('clara', token)
  const signedUp = ['SIGNUP', 'ELIGIBLE', null, '2026-03-02T09:00:00.000Z']
  await record('2026-03-02T09:05:00Z')
  expect(await conversionsOf(token)).toEqual([signedUp])

  // Everything goes on one day later.
  await it.goTo('2026-03-03T10:00:00Z')
  const { solutionId, siteKey, secretKey } = await it.bringSolution(clara)
  const site = {
    apiUrl: it.api.url,
    siteKey,
    secretKey,
    solver: await createSolver({ wasm: true }),
    mayAnswer: async () => {},
  }
  for (const last of [91, 92])
    await visit({ ...site, origin: `https://${domainOf(clara.email)}`, address: `198.51.100.${last}` })
  await expect
    .poll(() => it.api.services.captcha.countUsage([solutionId], '2026-03'), { timeout: 20_000 })
    .toEqual(new Map([[solutionId, 2]]))
  await record('2026-03-03T10:05:00Z')
  const begun = [
    signedUp,
    ['TRIAL_TO_PAID', 'ELIGIBLE', 900_000, '2026-03-03T10:00:00.000Z'],
    ['FIRST_VERIFICATION', 'ELIGIBLE', null, '2026-03-03T10:05:00.000Z'],
  ]
  expect(await conversionsOf(token)).toEqual(begun)

  const invoices = async () => (await clara.client.listSolutionInvoices({ solutionId })).items
  await it.pay((await invoices())[0]?.id ?? '')
  await record('2026-03-03T10:10:00Z')
  const paid = ['INVOICE_PAID', 'ELIGIBLE', 900_000, '2026-03-03T10:00:00.000Z']
  expect(await conversionsOf(token)).toEqual([signedUp, begun[1], paid, begun[2]])

  await it.goTo('2026-04-03T10:00:00Z')
  await record('2026-04-03T10:05:00Z')
  expect(await conversionsOf(token), 'an invoice that is not paid is no conversion').toHaveLength(4)
  const second = (await invoices()).find(({ status, net }) => status === 'ISSUED' && net.amountMinor === 900_000)
  await it.pay(second?.id ?? '')
  await record('2026-04-03T10:10:00Z')
  expect((await conversionsOf(token)).at(-1)).toEqual(['INVOICE_PAID', 'ELIGIBLE', 900_000, '2026-04-03T10:00:00.000Z'])
  expect(await conversionsOf(token)).toHaveLength(5)

  // Clicks count for 90 days; what comes after them is not even looked at.
  await it.goTo('2026-06-03T10:00:00Z')
  for (const { id, status } of await invoices()) if (status !== 'PAID') await it.pay(id)
  await record('2026-06-03T10:05:00Z')
  expect(await conversionsOf(token)).toHaveLength(5)
})

test('nothing is recorded of those who came by themselves, or did not agree, or whose click nobody knows', async () => {
  expect(await click(false)).toBeNull()
  const before = await count()
  const people = [await signUp('carl', null), await signUp('cleo', randomUUIDv7())]
  for (const person of people) {
    const { solutionId } = await it.bringSolution(person)
    const [invoice] = (await person.client.listSolutionInvoices({ solutionId })).items
    await it.pay(invoice?.id ?? '')
  }
  await record('2026-06-03T10:10:00Z')
  expect(await count()).toBe(before)
})

const count = async () =>
  (await it.api.db.pool.query<{ n: number }>('select count(*)::int as n from identity.conversions')).rows[0]?.n
