import { type Browser, expect, test } from '@playwright/test'
import { allFaults } from './ask-axe.ts'
import { siteverify } from './customer-site.ts'
import { keepPicture } from './keep-picture.ts'
import { becomeOwner } from './owner.ts'
import { product } from './product.ts'
import { type FormOptions, type FormVisit, type Outcome, visitForm } from './visit-form.ts'

// Written out, since customers have them in their own tests: they must never change.
const keys = {
  PASSES: {
    siteKey: 'bsk_TestAlwaysPasses000000',
    secretKey: 'bsec_TestAlwaysPasses0000000000000000_37Csnv',
    banner: 'Test key: everyone passes.',
  },
  FAILS: {
    siteKey: 'bsk_TestAlwaysFails0000000',
    secretKey: 'bsec_TestAlwaysFails00000000000000000_3N3tyG',
    banner: 'Test key: no one passes.',
  },
  SPENT: {
    siteKey: 'bsk_TestAlreadySpent000000',
    secretKey: 'bsec_TestAlreadySpent0000000000000000_31Bsyu',
    banner: 'the token counts as already used',
  },
  STEP_UP: {
    siteKey: 'bsk_TestForcesStepUp000000',
    secretKey: 'bsec_TestForcesStepUp0000000000000000_2rSS8h',
    banner: 'everyone is checked a second time',
  },
}

let visit: FormVisit
test.afterEach(() => visit.close())

/** A page on a host that nobody has told us of. */
async function visitWith(
  browser: Browser,
  kind: keyof typeof keys,
  look: Pick<FormOptions, 'attributes' | 'viewport'> = {},
): Promise<void> {
  visit = await visitForm(browser, {
    ...keys[kind],
    host: `${kind.toLowerCase().replace('_', '-')}.anybodys.localhost`,
    ...look,
  })
  const banner = visit.page.locator('bollard-captcha').getByRole('note')
  await expect(banner).toContainText(keys[kind].banner)
  await expect(banner).toBeInViewport({ ratio: 1 })
}
const onSmallScreen = (theme: 'light' | 'dark' = 'light') => ({
  attributes: `theme="${theme}"`,
  viewport: { width: 360, height: 640 },
})

/** The check of a visit on a small screen, before and after which the banner is there, and clean. */
async function checkCleanly(kind: keyof typeof keys, theme: 'light' | 'dark' = 'light'): Promise<Outcome> {
  const faults = () => allFaults(visit.page, { include: 'bollard-captcha' })
  expect(await faults()).toEqual([])
  const outcome = await visit.check()
  await expect(visit.page.locator('bollard-captcha').getByRole('note')).toContainText(keys[kind].banner)
  expect(await faults()).toEqual([])
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await keepPicture(visit.page, `test-keys ${kind}-${theme}`)
  return outcome
}
const ask = (kind: keyof typeof keys, response: string) => siteverify(product.api, keys[kind].secretKey, response)

test('the key that passes lets a driven browser through on any host, its result can be taken again and again, and its banner stays clean', async ({
  browser,
}) => {
  await visitWith(browser, 'PASSES', onSmallScreen())
  const { event, token = '', verificationId } = await checkCleanly('PASSES')
  expect(event).toBe('solved')
  expect(await visit.send()).toMatchObject({
    success: true,
    outcome: 'PASSED',
    decision: { type: 'TEST_KEY' },
    verification_id: verificationId,
  })
  expect(await ask('PASSES', token)).toMatchObject({ success: true })
  // What a customer's own server tests send, who have no browser.
  expect(await ask('PASSES', 'anything')).toMatchObject({ success: true })
})

test('the key that fails refuses everybody, in the widget and on the server, and its banner stays clean', async ({
  browser,
}) => {
  await visitWith(browser, 'FAILS', onSmallScreen())
  const { code, verificationId = '' } = await checkCleanly('FAILS')
  expect(code).toBe('refused')
  expect(await visit.words()).toContain(verificationId.slice(0, 13))
  expect(await ask('FAILS', 'anything')).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'test-key'],
  })
})

test('the key of spent tokens lets the visitor through, the server hears that the token was used, and its banner stays clean', async ({
  browser,
}) => {
  await visitWith(browser, 'SPENT', onSmallScreen())
  expect((await checkCleanly('SPENT')).event).toBe('solved')
  expect(await visit.send()).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate', 'token-already-used'] })
})

test('the key that forces a second round shows it, lets through, marks the result, and its banner stays clean', async ({
  browser,
}) => {
  await visitWith(browser, 'STEP_UP', onSmallScreen())
  const longer = visit.page.waitForFunction(
    () => document.querySelector('bollard-captcha')?.shadowRoot?.textContent.includes('Still checking…'),
    undefined,
    { polling: 'raf' },
  )
  expect((await checkCleanly('STEP_UP')).event).toBe('solved')
  await longer
  expect(await visit.send()).toMatchObject({ success: true, outcome: 'FLAGGED', decision: { type: 'TEST_KEY' } })
})

test('tokens of test keys and of real keys are worth nothing to each other, and no test visitor is in a log', async ({
  browser,
}) => {
  const owner = await becomeOwner('Mixed')
  await visitWith(browser, 'PASSES')
  const { token = '' } = await visit.check()
  expect(await siteverify(product.api, owner.secretKey, token)).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'token-of-other-site'],
  })
  await visit.close()
  await owner.set({ riskScoring: false })
  await expect.poll(() => owner.wantsVerdicts()).toBe(false)
  visit = await visitForm(browser, owner)
  const real = await visit.check()
  expect(await ask('PASSES', real.token ?? '')).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'token-of-other-site'],
  })
  expect(
    (await owner.api.listVerifications({ solutionId: owner.solutionId })).items.map(
      ({ verificationId }) => verificationId,
    ),
  ).toEqual([real.verificationId])
})

test('the banner is there from the start to the end, and clean on a small screen, in the dark as well', async ({
  browser,
}) => {
  await visitWith(browser, 'FAILS', onSmallScreen('dark'))
  await checkCleanly('FAILS', 'dark')
})
