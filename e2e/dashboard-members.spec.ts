import { join } from 'node:path'
import { createApiClient } from '@bollard/api-client'
import { openDatabase } from '@bollard/database'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Account, cookiesOf, createAccount, createCaptcha, password } from './account.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })

let ada: Account
let grace: Account
let solutionId: string
const apiOf = (account: Account) => createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
const settings = (page: string, language = 'en') =>
  `${product.dashboard}/${language}/solutions/${solutionId}/settings/${page}`

test.beforeAll(async () => {
  ;[ada, grace] = [await createAccount('Ada'), await createAccount('Grace')]
  solutionId = (await createCaptcha(ada, 'Shop checkout')).solutionId
})

/** As if somebody had signed in an hour ago; nobody else's sessions are touched. */
async function ageProofOf({ email }: Account): Promise<void> {
  const connectionString = `postgresql:///bollard?${new URLSearchParams({ host: join(product.dataDirectory, 'postgres'), user: 'bollard' })}`
  const db = openDatabase({ connectionString, max: 1 })
  const sql = `update identity.sessions set proven_at = proven_at - interval '1 hour' where user_id = (select id from identity.users where email = $1)`
  await db.query('test-age-proof', sql, [email])
  await db.close()
}

/** The message about what was just done. */
function said(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text })
}

async function proveOnIdentitySite(page: Page): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${product.identity}/en/prove`, 'u'))
  // What was typed is of people, and must stand in no address.
  expect(decodeURIComponent(page.url())).not.toContain(grace.email)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Your entries are still here')).toBeVisible()
  // A proof gives the session another token.
  ada.cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

test('an admin invites by keyboard, withdraws, proves who they are to make admins, and gives and takes roles', async ({
  context,
  page,
}) => {
  await context.addCookies(cookiesOf(ada))
  const watched = watchPage(page)
  await openPage(page, settings('members'))
  await page.getByLabel('E-mail address').focus()
  await page.keyboard.type('not an address')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await expect(page.getByText('Please enter an e-mail address, such as')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('somebody@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Viewer' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Please have a look.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(said(page, 'We’ve sent the invitation to somebody@example.org.')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue('')
  await page.getByRole('button', { name: /^Send again\W+somebody@/u }).click()
  await expect(page.getByRole('alert')).toContainText('Too many attempts')
  await page.getByRole('button', { name: /^Withdraw\W+somebody@/u }).click()
  await expect(page.getByText('The invitation to somebody@example.org was withdrawn.')).toBeVisible()
  await expect(page.getByText('No open invitations')).toBeVisible()

  await ageProofOf(ada)
  await page.getByLabel('E-mail address').fill(grace.email)
  await page.getByRole('radio', { name: 'Admin' }).check()
  await page.getByRole('textbox', { name: 'Message' }).fill('As agreed.\nAda')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await proveOnIdentitySite(page)
  expect(page.url()).not.toContain(grace.email)
  await expect(page.getByLabel('E-mail address')).toHaveValue(grace.email)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('As agreed.\nAda')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`We’ve sent the invitation to ${grace.email}.`)).toBeVisible()

  const [received] = (await apiOf(grace).listMyInvitations()).items
  expect(received).toMatchObject({ role: 'ADMIN', message: 'As agreed.\nAda' })
  await apiOf(grace).acceptInvitation({ invitationAcceptanceDto: { invitationId: received?.id ?? '' } })
  await openPage(page, settings('members'))
  await page.getByLabel('E-mail address').fill(grace.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('alert')).toContainText('This person is already a member.')
  await page.getByRole('link', { name: /^Change\W+Grace/u }).click()
  // The page before has such a choice as well.
  await expect(page.getByRole('heading', { name: 'Grace', level: 1 })).toBeVisible()
  await page.getByRole('radio', { name: 'Viewer' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Grace’s role is now Viewer.')).toBeVisible()
  await page.getByRole('link', { name: /^Change\W+Ada/u }).click()
  await expect(page.getByText('The only admin must stay an admin')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave captcha' })).toHaveCount(0)
  expect(watched.complaints.filter((text) => !/status of 4/u.test(text))).toEqual([])
  expect(watched.foreignRequests).toEqual([])
})

test('two who change the same thing decide whose holds, and two who change different things do not notice', async ({
  context,
  page,
}) => {
  await context.addCookies(cookiesOf(ada))
  const api = apiOf(ada)
  const change = async (solutionUpdateDto: { label?: string; timezone?: string }) =>
    api.updateSolution({
      solutionId,
      solutionUpdateDto: { ...solutionUpdateDto, version: (await api.getSolution({ solutionId })).version },
    })
  await openPage(page, settings('general'))
  const saveOf = (section: string) => page.locator(`#${section}`).getByRole('button', { name: 'Save' })
  await page.getByLabel('Name', { exact: true }).fill('x')
  await saveOf('general').click()
  await expect(page.getByText('Please use at least 3 characters.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Shop of Ada')
  await page.getByLabel('E-mail admins when usage reaches').fill('eighty')
  await saveOf('notifications').click()
  await expect(page.getByLabel('E-mail admins when usage reaches')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-mail admins when usage reaches').fill('50, 90 %')
  await saveOf('notifications').click()
  await expect(said(page, 'Saved.').first()).toBeVisible()
  await change({ timezone: 'Europe/Vienna' })
  await saveOf('general').click()
  await expect
    .poll(() => api.getSolution({ solutionId }))
    .toMatchObject({
      label: 'Shop of Ada',
      timezone: 'Europe/Vienna',
      billing: { usageAlertPercents: [50, 90] },
    })

  await page.getByLabel('Name', { exact: true }).fill('Shop, as Ada has it')
  await change({ label: 'Shop, as others have it' })
  await saveOf('general').click()
  await expect(page.getByText('Someone else has changed this in the meantime')).toBeVisible()
  await expect(page.getByText('Shop, as others have it')).toBeVisible()
  expect(await api.getSolution({ solutionId })).toMatchObject({ label: 'Shop, as others have it' })
  await page.getByRole('radio', { name: /Your value/u }).check()
  await saveOf('general').click()
  await expect.poll(async () => (await api.getSolution({ solutionId })).label).toBe('Shop, as Ada has it')
  // What was told can be read again.
  await page.getByLabel('Account of').click()
  await page.getByRole('button', { name: 'Recent notifications' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  expect(await api.getSolution({ solutionId })).toMatchObject({ label: 'Shop, as Ada has it' })
})

test('a solution is ended in one form that loses nothing, says so on every page, and goes on again', async ({
  context,
  page,
}) => {
  await context.addCookies(cookiesOf(ada))
  await ageProofOf(ada)
  await openPage(page, `${product.dashboard}/en/solutions/${solutionId}/overview`)
  await page.getByRole('link', { name: 'Cancel or delete' }).click()
  await page.getByLabel('Why are you cancelling?').selectOption('It was only a test')
  await page.getByLabel('Type the captcha’s name').fill('Another one')
  // Ending it at once takes a proof, at the end of the period none.
  await page.getByLabel('Immediately').check()
  await page.getByRole('button', { name: 'Cancel captcha' }).click()
  await proveOnIdentitySite(page)
  await expect(page.getByLabel('Why are you cancelling?')).toHaveValue('TEST_ONLY')
  await expect(page.getByLabel('Immediately')).toBeChecked()
  await page.getByLabel('At the end of the period').check()
  await page.getByRole('button', { name: 'Cancel captcha' }).click()
  await expect(page.getByText('That’s not the name. Please type: Shop, as Ada has it')).toBeVisible()
  await page.getByLabel('Type the captcha’s name').fill('Shop, as Ada has it')
  await page.getByRole('button', { name: 'Cancel captcha' }).click()
  await expect(page.getByRole('heading', { name: 'This solution ends on' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByText('This solution ends on')).toBeVisible()
  await page.getByRole('link', { name: 'Details and undo' }).click()
  await page.getByRole('button', { name: 'Undo cancellation' }).click()
  await expect(said(page, 'The cancellation was undone.')).toBeVisible()
  await expect(page.getByLabel('Type the captcha’s name')).toHaveValue('')
  expect(await apiOf(ada).getSolution({ solutionId })).toMatchObject({ lifecycle: 'ACTIVE', endsAt: null })

  const file = await context.request.get(`${product.dashboard}/en/solutions/${solutionId}/settings/data`)
  expect(file.headers()['content-disposition']).toContain('attachment')
  const gathered: unknown = await file.json()
  expect(gathered).toMatchObject({
    solution: { id: solutionId },
    members: { items: [{}, {}] },
    site: { solutionId },
    siteSettings: {},
    apiKeys: {},
    changes: expect.any(Array),
  })
  expect(JSON.stringify(gathered)).not.toMatch(/bsec_\w{20}/u)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('undid the cancellation').last()).toBeVisible()
  await page.getByLabel('Event', { exact: true }).selectOption('changed a role')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'changed a role: Grace' })).toContainText('Viewer')
  await expect(page).toHaveURL(/action=member.role-changed/u)
})

test('a lock says on every page what it does and is opened by an admin; viewers only read', async ({ browser }) => {
  await apiOf(ada).lockSolution({
    solutionId,
    solutionLockUpdateDto: { reason: 'OWNER_REQUEST', effect: 'READ_ONLY', publicMessage: {}, notifyMembers: false },
  })
  const [viewers, admins] = [await browser.newContext(), await browser.newContext({ javaScriptEnabled: false })]
  await viewers.addCookies(cookiesOf(grace))
  const viewer = await viewers.newPage()
  await openPage(viewer, `${product.dashboard}/de/solutions/${solutionId}/overview`)
  await expect(viewer.getByText('Diese Lösung ist gesperrt')).toBeVisible()
  await viewer.getByRole('link', { name: 'Was die Sperre aufhebt' }).click()
  await expect(viewer.getByText('Ein Admin der Lösung kann das tun.')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Speichern' })).toHaveCount(0)
  await openPage(viewer, settings('audit'))
  await expect(viewer.getByRole('heading', { name: 'Your role doesn’t allow this' })).toBeVisible()
  await viewers.close()

  await admins.addCookies(cookiesOf(ada))
  const admin = await admins.newPage()
  await admin.goto(settings('members'))
  await expect(admin.getByText('This captcha is locked, so you can’t change anything here.')).toBeVisible()
  await admin.goto(settings('general'))
  await admin.getByRole('button', { name: 'Unlock' }).click()
  await expect(admin.getByText('Active again.')).toBeVisible()
  await admin.getByLabel('Name', { exact: true }).fill('Shop without scripts')
  await admin.locator('#general').getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Saved. Takes effect within seconds.')).toBeVisible()
  await admins.close()
})

test('a viewer leaves by keyboard and without scripts, and then, as every stranger, finds nothing', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(cookiesOf(grace))
  const page = await context.newPage()
  await page.goto(`${product.dashboard}/en/solutions/${solutionId}/overview`)
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Members' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your role is Viewer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send invitation' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Leave\W+Grace/u }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Leave captcha' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You’ve left the captcha.')).toBeVisible()
  for (const path of ['members', 'general', 'audit', 'unsubscribe', 'data']) {
    const answer = await context.request.get(settings(path))
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).not.toContain('Shop without scripts')
  }
  await context.close()
})

test('monitoring has pages of its own, wherever one comes from, and a new captcha says when its plan has no room for so many domains', async ({
  context,
  page,
}) => {
  await context.addCookies(cookiesOf(ada))
  const { id } = await apiOf(ada).createSolution({ solutionNewDto: { type: 'MONITORING', label: 'Servers' } })
  const place = `${product.dashboard}/en/solutions/${id}`
  for (const path of ['', '/overview', '/monitoring'])
    expect((await context.request.get(place + path)).url(), path).toBe(`${place}/monitoring/overview`)
  await openPage(page, `${place}/set-up`)
  await expect(page).toHaveURL(`${place}/monitoring/overview`)
  await expect(page.getByRole('link', { name: 'Services', exact: true })).toBeVisible()
  for (const name of ['Statistics', 'Setup']) await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)

  await openPage(page, `${product.dashboard}/en/solution-creation`)
  await page.getByLabel('Name', { exact: true }).fill('Many shops')
  await page.getByLabel('Domains').fill(Array.from({ length: 21 }, (_, index) => `shop${index}.example.org`).join('\n'))
  await page.getByRole('button', { name: 'Create captcha' }).click()
  await expect(page.getByText('plan allows 20 domains')).toBeVisible()
})
