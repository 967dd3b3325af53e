import type { StoredRuleDto, Verification } from '@bollard/contracts'
import { expect, test } from '@playwright/test'
import { cookiesOf } from './account.ts'
import { startCustomerSite } from './customer-site.ts'
import { type HeardEvents, listen } from './listen.ts'
import { openAsPerson } from './open-as-person.ts'
import { becomeOwner, obeyed, type Owner } from './owner.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { passThrough } from './visit-form.ts'
import { watchPage } from './watch-page.ts'

// The hours of one owner: what the last ones count is what the first ones did.
test.describe.configure({ mode: 'serial' })

const stopped = 'We couldn’t let you through'
/** Whom the journeys sent through the form, by what decided. */
const ids = { rule: '', allowed: '', challenged: '', bypassKey: '', score: '' }

let owner: Owner
let heard: HeardEvents
test.beforeAll(async () => {
  owner = await becomeOwner('Rules', ['localhost', '*.shop.localhost'])
  heard = await listen(owner)
})
test.afterAll(() => heard.close())

const ruleNow = async ({ id }: Pick<StoredRuleDto, 'id'>) =>
  owner.api.getRule({ solutionId: owner.solutionId, ruleId: id })
const hostname = (...values: string[]) => [{ field: 'hostname' as const, not: false, values }]

for (const [field, values, visit, seen] of [
  ['hostname', ['closed.shop.localhost'], { host: 'closed.shop.localhost' }, { host: 'closed.shop.localhost' }],
  ['path', ['/admin/*'], { path: '/admin/users' }, { path: '/admin/users' }],
  ['action', ['bulk-*'], { attributes: 'action="bulk-order"' }, { action: 'bulk-order' }],
  [
    'userAgent',
    ['*priceget*'],
    { userAgent: 'Mozilla/5.0 HeadlessChrome/150.0 PriceGetter' },
    { userAgent: 'PriceGetter/2' },
  ],
] as const)
  test(`a rule stops visitors by ${field}: they see a number under which the log tells its name`, async ({
    browser,
  }) => {
    const name = `Nobody with this ${field}`
    const rule = await owner.addRule({
      name,
      conditions: [{ field, not: false, values: [...values] }],
      action: { type: 'BLOCK' },
    })
    await expect.poll(() => owner.start(seen), obeyed).toBe('refused')
    const { code, verificationId = '', words } = await passThrough(browser, { ...owner, ...visit })
    expect(code).toBe('refused')
    expect(words).toContain(stopped)
    // The beginning of the whole number, by which the log finds it.
    expect(words).toMatch(new RegExp(`\\s${verificationId.slice(0, 13)}(?!-)`, 'u'))
    const decision = { type: 'RULE', rule: { id: rule.id, name, action: 'BLOCK' }, bypassKey: null }
    expect(await owner.logged(verificationId)).toMatchObject({ outcome: 'REFUSED', decision, workHashes: 0 })
    await expect
      .poll(() => heard.events.map((event) => (event.kind === 'verification' ? event.verification : event)))
      .toContainEqual(expect.objectContaining({ verificationId, decision }))
    ids.rule = verificationId
  })

test('a rule on trial counts and stops nobody, until it is in earnest', async ({ browser }) => {
  const host = 'trial.shop.localhost'
  const rule = await owner.addRule({
    name: 'Perhaps',
    dryRun: true,
    conditions: hostname(host),
    action: { type: 'BLOCK' },
  })
  await expect
    .poll(async () => (await owner.start({ host }), (await ruleNow(rule)).dryRunHits), { timeout: 60_000 })
    .toBeGreaterThan(0)
  const { dryRunHits, hits } = await ruleNow(rule)
  expect(hits).toBe(0)
  const { code, verificationId = '' } = await passThrough(browser, { ...owner, host })
  // The score stops what is driven by a program, the rule has no part in it.
  expect(code).toBe('refused')
  expect(await owner.logged(verificationId)).toMatchObject({ decision: { type: 'SCORE', rule: null } })
  ids.score = verificationId
  await expect.poll(async () => (await ruleNow(rule)).dryRunHits, { timeout: 60_000 }).toBeGreaterThan(dryRunHits)
  const { id, name, priority, conditions, action, enabled, expiresAt, version } = await ruleNow(rule)
  await owner.api.updateRule({
    solutionId: owner.solutionId,
    ruleId: id,
    ruleDto: { name, priority, conditions, action, enabled, expiresAt, version, dryRun: false },
  })
  await expect.poll(() => owner.start({ host }), obeyed).toBe('refused')
})

test('a rule lets whom it allows pass at once, even a browser that a program drives', async ({ browser }) => {
  const host = 'partner.shop.localhost'
  const rule = await owner.addRule({ name: 'Partners', conditions: hostname(host), action: { type: 'ALLOW' } })
  await expect.poll(() => owner.start({ host }), obeyed).toBe('passed')
  const { event, verificationId = '', answer } = await passThrough(browser, { ...owner, host })
  expect(event).toBe('solved')
  expect(answer).toMatchObject({
    success: true,
    outcome: 'PASSED',
    decision: { type: 'RULE', rule: { id: rule.id, name: 'Partners', action: 'ALLOW' } },
  })
  expect(await owner.logged(verificationId)).toMatchObject({ decision: { type: 'RULE' }, workHashes: 0, retrievals: 1 })
  ids.allowed = verificationId
})

test('a rule asks a person for a second round, who sees that it takes a little longer, and passes', async () => {
  const host = 'careful.shop.localhost'
  const rule = await owner.addRule({ name: 'Look twice', conditions: hostname(host), action: { type: 'CHALLENGE' } })
  const site = await startCustomerSite({ ...owner, api: product.api })
  await expect
    .poll(async () => (await owner.start({ host }), (await ruleNow(rule)).hits), { timeout: 60_000 })
    .toBeGreaterThan(0)
  const person = await openAsPerson(site.url.replace('localhost', host))
  await expect.poll(() => person.textOf('bollard-captcha')).not.toBe('')
  await person.evaluate(`(() => {
    const { shadowRoot } = document.querySelector('bollard-captcha')
    globalThis.said = new Set()
    new MutationObserver(() => said.add(shadowRoot.textContent)).observe(shadowRoot, { subtree: true, childList: true, characterData: true })
  })()`)
  await person.click('input')
  await person.type('anna@example.org')
  await expect.poll(() => person.textOf('bollard-captcha'), { timeout: 60_000 }).toContain('You’re through')
  expect(await person.evaluate(`[...said].some((words) => words.includes('Still checking…'))`)).toBe(true)
  await person.click('form button')
  await expect.poll(() => site.answers.length).toBe(1)
  const { verification_id: verificationId = '', ...answer } = site.answers[0] ?? { 'error-codes': [], success: false }
  expect(answer).toMatchObject({ success: true, outcome: 'PASSED' })
  expect(await owner.logged(verificationId)).toMatchObject({
    rounds: 2,
    decision: { rule: { name: 'Look twice', action: 'CHALLENGE' } },
  })
  ids.challenged = verificationId
  await person.close()
  await site.close()
})

test('a bypass key on the element lets a driven browser pass as often a day as it may; after that it is checked like any other', async ({
  browser,
}) => {
  const { secretKey } = await owner.api.createBypassKey({
    solutionId: owner.solutionId,
    bypassKeyNewDto: {
      name: 'Nightly tests',
      usesPerDay: 1,
      origins: ['localhost'],
      networks: [],
      environmentId: null,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  const attributes = `bypass-key="${secretKey}"`
  // Asking whether the key is known already would use it up; what was changed after it is not obeyed before it.
  await owner.addRule({
    name: 'Marker',
    conditions: [{ field: 'path', not: false, values: ['/marker'] }],
    action: { type: 'BLOCK' },
  })
  await expect.poll(() => owner.start({ path: '/marker' }), obeyed).toBe('refused')
  const first = await passThrough(browser, { ...owner, attributes })
  expect(first.answer).toMatchObject({
    success: true,
    decision: { type: 'BYPASS_KEY', bypassKey: { name: 'Nightly tests' } },
  })
  ids.bypassKey = first.verificationId ?? ''
  expect(await owner.logged(ids.bypassKey)).toMatchObject({
    decision: { type: 'BYPASS_KEY', rule: null, bypassKey: { name: 'Nightly tests' } },
    reasons: [],
    workHashes: 0,
  })
  const second = await passThrough(browser, { ...owner, attributes })
  expect(second.code).toBe('refused')
  expect(await owner.logged(second.verificationId ?? '')).toMatchObject({
    decision: { type: 'SCORE', bypassKey: null },
  })
  expect((await owner.api.listBypassKeys({ solutionId: owner.solutionId })).items).toMatchObject([
    { usesToday: 1, usesLast30Days: 1 },
  ])
})

test('the statistics add up to the log, and break down by what decided', async () => {
  const { api, solutionId } = owner
  const { items: log, nextCursor } = await api.listVerifications({ solutionId, limit: 100 })
  expect(nextCursor).toBeNull()
  const of = (outcome: string) => log.filter((row) => row.outcome === outcome).length
  const logged = {
    passed: of('PASSED'),
    flagged: of('FLAGGED'),
    refused: of('REFUSED'),
    fetched: log.filter(({ retrievals }) => retrievals > 0).length,
  }
  const read = () => api.getStatistics({ solutionId, period: '24h' })
  await expect.poll(async () => (await read()).totals, { timeout: 60_000 }).toMatchObject(logged)
  const { totals, breakdowns } = await read()
  expect(totals.started).toBe(
    totals.passed +
      totals.flagged +
      totals.refused +
      totals.blockedUnlogged +
      totals.refusedUnlogged +
      totals.open +
      totals.expired,
  )
  expect(totals.solved).toBe(totals.fetched + totals.neverFetched)
  expect(totals).toMatchObject({
    bypassed: 1,
    expired: 0,
    blockedUnlogged: 0,
    refusedUnlogged: 0,
    blocked: log.filter(({ decision, outcome }) => decision.type === 'RULE' && outcome === 'REFUSED').length,
  })
  expect(totals.steppedUp).toBe(log.filter(({ rounds }) => rounds === 2).length)
  const counts = (by: (row: Verification) => string | null | undefined) => {
    const found: Record<string, number> = {}
    for (const value of log.map(by)) if (value != null) found[value] = (found[value] ?? 0) + 1
    return found
  }
  const told = (breakdown: keyof typeof breakdowns) =>
    Object.fromEntries(breakdowns[breakdown].top.map(({ name, value, count }) => [name ?? value, count]))
  expect(told('hostname')).toEqual(counts((row) => row.hostname))
  expect(told('environment')).toEqual(counts((row) => row.environment?.name))
  expect(told('decision')).toEqual(counts((row) => row.decision.type))
  expect(told('rule')).toEqual(counts((row) => row.decision.rule?.name))
  expect(told('bypassKey')).toEqual(counts((row) => row.decision.bypassKey?.name))
})

/** Lines of a CSV file, without the one that names the columns. */
async function rowsOf(file: Response): Promise<string[]> {
  const [header = '', ...rows] = (await file.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(header).toMatch(/^verificationId,startedAt/u)
  return rows
}

test('an export holds every row of the log, at once and as a file', async () => {
  const { api, solutionId } = owner
  const { items: log } = await api.listVerifications({ solutionId, limit: 100 })
  const rows = await rowsOf(await api.exportDirectly({ solutionId, format: 'CSV' }))
  expect(rows.map((row) => row.split(',')[0])).toEqual(log.map(({ verificationId }) => verificationId))
  expect(rows.find((row) => row.startsWith(ids.rule))).toContain('Nobody with this userAgent')
  const { id } = await api.createExport({ solutionId, exportNewDto: { format: 'CSV', filters: { decision: 'RULE' } } })
  await expect.poll(async () => (await api.getExport({ solutionId, exportId: id })).status).toBe('DONE')
  const byRule = await rowsOf(await api.downloadExport({ solutionId, exportId: id }))
  expect(byRule.length).toBe(log.filter(({ decision }) => decision.type === 'RULE').length)
})

test('what-if names the visitors whom a higher threshold would let through, and whom other rules would', async () => {
  const { api, solutionId } = owner
  const { items: log } = await api.listVerifications({ solutionId, decision: 'SCORE', outcome: 'REFUSED' })
  const higher = await api.tryChange({
    solutionId,
    whatIfDto: { days: 1, settings: { threshold: 1 }, exampleLimit: 20 },
  })
  const moved = higher.moves.filter(({ from }) => from === 'REFUSED')
  expect(moved.flatMap(({ examples }) => examples.map(({ verificationId }) => verificationId)).toSorted()).toEqual(
    log.map(({ verificationId }) => verificationId).toSorted(),
  )
  expect(higher.changes).toEqual(['threshold'])
  const withoutRules = await api.tryChange({
    solutionId,
    whatIfDto: { days: 1, settings: {}, rules: [], exampleLimit: 20 },
  })
  expect(withoutRules.changes).toEqual(['rules'])
  expect(withoutRules.moves.flatMap(({ examples }) => examples.map(({ verificationId }) => verificationId))).toContain(
    ids.rule,
  )
  expect(withoutRules.replayed).toBeGreaterThan(log.length)
})

test('the page of each of these visitors names the verification, and is quiet', async ({ page, context }) => {
  await context.addCookies(cookiesOf(owner.account))
  const watched = watchPage(page)
  for (const [decided, id] of Object.entries(ids)) {
    await openPage(page, `${product.dashboard}/en/solutions/${owner.solutionId}/captcha/verifications/${id}`)
    await expect(page.locator(`input[value="${id}"]`), decided).toHaveCount(1)
  }
  expect(watched.complaints).toEqual([])
})
