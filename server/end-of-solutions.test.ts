import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makers } from './testing/api/make.ts'
import { type Person, signUpAll } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'

/** The plans that are built in, save that a captcha is not to be had for nothing. */
const plans = JSON.parse(
  readFileSync(new URL('../services/billing/src/plan/default-plans.json', import.meta.url), 'utf8'),
) as {
  types: { CAPTCHA: { plans: object[] } }
}
plans.types.CAPTCHA.plans.shift()

// From today on, by which the codes of second factors go.
const begun = Date.now()
const clock = { now: new Date(begun) }
let api: RunningApi
let ada: Person
beforeAll(async () => {
  api = await startApi({ now: () => clock.now, plans })
  ada = (await signUpAll(api)).ada
})
afterAll(() => api?.stop())

/** Goes so many days on, does what is due there, and signs Ada in again, whose session has ended meanwhile. */
async function goTo(days: number): Promise<void> {
  clock.now = new Date(begun + days * 86_400_000 + 60_000)
  const { billing, solution } = api.services
  for (let round = 0; round < 2; round += 1) {
    await billing.runDue()
    await solution.runDue(clock.now)
    await solution.reconcile()
  }
  await ada.client.createSession({ sessionNewDto: { email: ada.email, password: ada.password } })
}
const solutionOf = (solutionId: string) => ada.client.getSolution({ solutionId })
const mailsTo = async (tag: string) =>
  (
    await api.db.pool.query<{ body_text: string }>('select body_text from mail.mails where tag = $1 order by sent_at', [
      tag,
    ])
  ).rows
async function restrictionOf(solutionId: string): Promise<string[]> {
  const sql =
    'select solution.effects_of($1) as effects, told_number = restriction_number as told from solution.solutions where id = $1'
  const [row] = (await api.db.pool.query<{ effects: string[]; told: boolean }>(sql, [solutionId])).rows
  return row?.told ? row.effects : ['the captcha was not told']
}

test('a trial after which no plan is free is told of, locked after 14 days, refused after 28, and opened by a plan', async () => {
  const make = makers(api, ada)
  const solutionId = await make.solutionId()
  await goTo(30)
  expect(await solutionOf(solutionId)).toMatchObject({ billing: { status: 'PAUSED' }, planCode: 'BUSINESS', locks: [] })
  await goTo(38)
  const notices = await mailsTo('trial-expired')
  expect(notices).toHaveLength(2)
  expect(notices[0]?.body_text).toContain(`/en/solutions/${solutionId}/settings/billing`)
  await goTo(45)
  expect((await solutionOf(solutionId)).locks).toMatchObject([{ reason: 'TRIAL_EXPIRED', effect: 'WORK_ONLY' }])
  expect(await restrictionOf(solutionId)).toEqual(['WORK_ONLY'])
  await goTo(60)
  expect((await solutionOf(solutionId)).locks).toMatchObject([{ reason: 'TRIAL_EXPIRED', effect: 'REFUSE' }])
  expect(await restrictionOf(solutionId)).toEqual(['REFUSE'])
  const { version } = await ada.client.getSolutionPlan({ solutionId })
  const [invoiceAddressId, paymentMethodId] = [await make.invoiceAddressId(), await make.paymentMethodId()]
  await ada.client.changeSolutionPlan({
    solutionId,
    solutionPlanDto: { planCode: 'STARTER', interval: 'MONTHLY', invoiceAddressId, paymentMethodId, version },
  })
  expect(await solutionOf(solutionId)).toMatchObject({ billing: { status: 'ACTIVE' }, planCode: 'STARTER', locks: [] })
  expect(await restrictionOf(solutionId)).toEqual([])
})

test('an export that was asked for with a deletion is written by the captcha, mailed, and there to be fetched', async () => {
  await goTo(64)
  const solutionId = await makers(api, ada).solutionId()
  const { label } = await solutionOf(solutionId)
  const solutionDeletionDeleteDto = {
    confirmLabel: label,
    reason: 'TEST_ONLY',
    effective: 'IMMEDIATE',
    exportRequested: true,
  } as const
  await ada.client.deleteSolution({ solutionId, solutionDeletionDeleteDto })
  await expect
    .poll(
      async () => {
        await api.services.solution.runDue(clock.now)
        return (await mailsTo('solution-export-ready')).length
      },
      { timeout: 20_000, interval: 250 },
    )
    .toBe(1)
  const [made] = (await ada.client.listExports({ solutionId })).items
  expect(made).toMatchObject({ status: 'DONE', format: 'JSON' })
  const file = await ada.client.downloadExport({ solutionId, exportId: made?.id ?? '' })
  expect(JSON.parse(await file.text())).toEqual([])
})
