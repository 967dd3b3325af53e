import { expect, test } from '@playwright/test'
import { openAsPerson } from './open-as-person.ts'
import { siteverify, startCustomerSite } from './customer-site.ts'
import { becomeOwner, obeyed, type Owner } from './owner.ts'
import { product } from './product.ts'
import { passThrough, visitForm } from './visit-form.ts'

const notSetUp = 'This website isn’t set up for the check.'

/** How the widget ends: solved, refused, or the code of the problem. */
async function codeOf(
  browser: Parameters<typeof visitForm>[0],
  options: Parameters<typeof visitForm>[1],
): Promise<string> {
  const { event, code, words } = await passThrough(browser, options)
  if (code === 'origin-not-allowed' || code === 'site-key-unknown') expect(words).toContain(notSetUp)
  return code ?? event
}

test('a domain that is removed is refused within seconds, and works again when it is put back, exact or below a wildcard', async ({
  browser,
}) => {
  const owner = await becomeOwner('Domains')
  await owner.set({ riskScoring: false })
  await expect.poll(() => owner.wantsVerdicts(), obeyed).toBe(false)
  expect(await codeOf(browser, owner)).toBe('solved')
  await owner.changeEnvironment({ domains: ['shop.example.org'] })
  await expect.poll(() => owner.start(), obeyed).toBe('origin-not-allowed')
  expect(await codeOf(browser, owner)).toBe('origin-not-allowed')
  await owner.changeEnvironment({ domains: ['*.shop.localhost'] })
  const below = { ...owner, host: 'till.shop.localhost' }
  await expect.poll(() => owner.start({ host: below.host }), obeyed).toBe('challenge')
  expect(await codeOf(browser, below)).toBe('solved')
  expect(await codeOf(browser, { ...owner, host: 'a.till.shop.localhost' })).toBe('origin-not-allowed')
  await owner.changeEnvironment({ domains: ['localhost'] })
  await expect.poll(() => owner.start(), obeyed).toBe('challenge')
  expect(await codeOf(browser, owner)).toBe('solved')
  expect(await codeOf(browser, below)).toBe('origin-not-allowed')
})

test('a paused environment lets nobody in, and a person sees why; active again, it works as before', async () => {
  const owner = await becomeOwner('Pause')
  const site = await startCustomerSite({ ...owner, api: product.api })
  const person = await openAsPerson(site.url)
  await expect.poll(() => person.textOf('bollard-captcha')).not.toBe('')
  await owner.changeEnvironment({ active: false })
  await expect.poll(() => owner.start(), obeyed).toBe('site-paused')
  await person.click('input')
  await person.type('anna@example.org')
  await expect.poll(() => person.textOf('bollard-captcha')).toContain(notSetUp)
  await owner.changeEnvironment({ active: true })
  await expect.poll(() => owner.start(), obeyed).toBe('challenge')
  await person.click(`document.querySelector('bollard-captcha').shadowRoot.querySelector('button')`)
  await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
  await person.click('form button')
  await expect.poll(() => site.answers.length).toBe(1)
  expect(site.answers[0]).toMatchObject({ success: true, hostname: 'localhost' })
  await person.close()
  await site.close()
})

test('a second environment has keys of its own, and the secret of the first refuses its tokens', async ({
  browser,
}) => {
  const owner = await becomeOwner('Staging')
  await owner.set({ riskScoring: false })
  const { solutionId } = owner
  const staging = await owner.api.createEnvironment({
    solutionId,
    environmentNewDto: { name: 'Staging', domains: ['staging.localhost'] },
  })
  expect(staging.siteKey).not.toBe(owner.siteKey)
  const host = 'staging.localhost'
  const visit = await visitForm(browser, { siteKey: staging.siteKey, secretKey: owner.secretKey, host })
  const outcome = await visit.check()
  expect(outcome.event).toBe('solved')
  expect(await visit.send()).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'token-of-other-site'],
  })
  await visit.close()
  expect(await siteverify(product.api, staging.secretKey, outcome.token ?? '')).toMatchObject({
    success: true,
    hostname: host,
  })
  expect(await owner.logged(outcome.verificationId ?? '')).toMatchObject({
    environment: { id: staging.id, name: 'Staging' },
    hostname: host,
    retrievals: 1,
  })
  expect(await codeOf(browser, { ...owner, host })).toBe('origin-not-allowed')
  await owner.api.archiveEnvironment({ solutionId, environmentId: staging.id })
  await expect.poll(() => owner.start({ host, siteKey: staging.siteKey }), obeyed).toBe('site-key-unknown')
  expect(await codeOf(browser, { ...owner, siteKey: staging.siteKey, host })).toBe('site-key-unknown')
})

/** Tells what the widget does on a page while settings are as they are. */
async function seen(browser: Parameters<typeof visitForm>[0], owner: Owner) {
  const sent: Record<string, unknown>[] = []
  const visit = await visitForm(browser, {
    ...owner,
    before: (context) =>
      context.route(
        '**/captcha/v1/verifications**',
        (route) => (sent.push(route.request().postDataJSON()), route.continue()),
      ),
  })
  const outcome = await visit.check()
  return { outcome, sent, visit, hasVerdicts: sent.some((body) => 'collected' in body) }
}

test('minimal data, no risk scoring and no honeypots are obeyed by widget, engine and log', async ({ browser }) => {
  const owner = await becomeOwner('Quiet')
  const { siteKey } = owner
  const widgetKnows = () => owner.api.getWidgetSettings({ siteKey })

  await owner.set({ minimalData: true })
  await expect.poll(widgetKnows, obeyed).toMatchObject({ minimalData: true })
  const minimal = await seen(browser, owner)
  expect(minimal.hasVerdicts).toBe(false)
  expect(minimal.sent[0]).toEqual({ siteKey, language: 'en' })
  const minimalRow = await owner.logged(minimal.outcome.verificationId ?? '')
  expect(minimalRow).toMatchObject({ minimalData: true, riskScoring: true })
  expect(minimalRow.reasons.map(({ code }) => code)).not.toContain('webdriver')
  await minimal.visit.close()

  await owner.set({ riskScoring: false })
  await expect.poll(widgetKnows, obeyed).toMatchObject({ minimalData: false })
  const unjudged = await seen(browser, owner)
  expect(unjudged.hasVerdicts).toBe(false)
  expect(await unjudged.visit.send()).toMatchObject({
    success: true,
    score: 0,
    reasons: [],
    decision: { type: 'WORK' },
  })
  expect(await owner.logged(unjudged.outcome.verificationId ?? '')).toMatchObject({
    riskScoring: false,
    reasons: [],
    decision: { type: 'WORK' },
    outcome: 'PASSED',
  })
  await unjudged.visit.close()

  await owner.set({ honeypots: false })
  await expect.poll(widgetKnows, obeyed).toMatchObject({ honeypots: false, minimalData: false })
  const open = await visitForm(browser, owner)
  // Longer than the hidden field waits to be laid out.
  await open.page.waitForTimeout(2_500)
  expect(
    await open.page.locator('bollard-captcha').evaluate((element) => element.querySelectorAll('input').length),
  ).toBe(0)
  await open.close()
})

test('a result can be taken as often and as long as the owner allows', async ({ browser }) => {
  const owner = await becomeOwner('Results')
  await owner.set({ riskScoring: false, resultRetrievals: 2, resultTtlMinutes: 1 })
  await expect.poll(() => owner.wantsVerdicts(), obeyed).toBe(false)
  const visit = await visitForm(browser, owner)
  const { token = '', verificationId = '' } = await visit.check()
  expect(await visit.words()).toContain('Valid until')
  expect(await visit.send()).toMatchObject({ success: true })
  expect(await siteverify(product.api, owner.secretKey, token)).toMatchObject({
    success: true,
    verification_id: verificationId,
  })
  expect(await siteverify(product.api, owner.secretKey, token)).toEqual({
    success: false,
    'error-codes': ['timeout-or-duplicate', 'token-already-used'],
  })
  expect(await owner.logged(verificationId)).toMatchObject({ retrievals: 2, outcome: 'PASSED' })
  await visit.close()
})
