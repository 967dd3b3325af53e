import { expect, test } from '@playwright/test'
import { type Bollard, startBollard } from '../start-bollard.ts'
import { admin, freshName, startWordPress, type WordPress } from './start-wordpress.ts'
import { send, tokenFrom, tokenOf, visit } from './visit-wordpress.ts'

let bollard: Bollard
let wordpress: WordPress
const everything = ['comment', 'login', 'register', 'lost-password']

test.beforeAll(async () => {
  test.setTimeout(120_000)
  ;[bollard, wordpress] = await Promise.all([startBollard(), startWordPress()])
  await set({})
})
test.afterAll(async () => {
  await bollard?.stop()
  await wordpress?.stop()
})

async function set(changed: Record<string, string | boolean | string[]>): Promise<void> {
  const { url: host, siteKey: site_key, secretKey: secret_key } = bollard
  const settings = { host, site_key, secret_key, forms: everything, ...changed }
  await wordpress.php(`update_option('bollard', json_decode('${JSON.stringify(settings)}', true));`)
}

const comment = (text: string, token?: string) =>
  send(wordpress, '/wp-comments-post.php', {
    comment_post_ID: '1',
    comment_parent: '0',
    author: 'Anna',
    email: 'anna@example.org',
    comment: text,
    ...(token === undefined ? {} : { 'bollard-response': token }),
  })
const login = (fields: Record<string, string> = {}) =>
  send(wordpress, '/wp-login.php', {
    log: admin.name,
    pwd: admin.password,
    'wp-submit': 'Log In',
    testcookie: '1',
    ...fields,
  })
const isLoggedIn = ({ cookies }: { cookies: string }) => cookies.includes('wordpress_logged_in')

test('a visitor comments, and the token counts once', async ({ browser }) => {
  const page = await visit(browser, `${wordpress.url}/?p=1`)
  await page.locator('#comment').fill('A comment of a person')
  await page.locator('#author').fill('Anna')
  await page.locator('#email').fill('anna@example.org')
  const token = await tokenOf(page)
  await page.locator('#commentform [type=submit]').click()
  await expect(page.locator('#comments')).toContainText('A comment of a person')
  const again = await comment('The same token again', token)
  expect(again.status).toBe(403)
  expect(again.text).toContain('The check has expired')
  expect(await wordpress.php(`echo get_comments(['count' => true, 'search' => 'same token']);`)).toBe('0')
})

test('a comment without a token, with a made-up one, or with one of another form is refused and not stored', async ({
  browser,
}) => {
  const ofLogin = await tokenFrom(browser, `${wordpress.url}/wp-login.php`, '#user_login')
  const answers = [
    await comment('spam one'),
    await comment('spam two', 'made-up'),
    await comment('spam three', ofLogin),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(answers[0]?.text).toContain('sent without its check')
  expect(await wordpress.php(`echo get_comments(['count' => true, 'search' => 'spam']);`)).toBe('0')
})

test('somebody logs in, and the token counts once', async ({ browser }) => {
  const page = await visit(browser, `${wordpress.url}/wp-login.php`)
  await page.locator('#user_login').fill(admin.name)
  await page.locator('#user_pass').fill(admin.password)
  const token = await tokenOf(page)
  await page.locator('#wp-submit').click()
  await expect(page).toHaveURL(/wp-admin/u)
  const again = await login({ 'bollard-response': token })
  expect(isLoggedIn(again)).toBe(false)
  expect(again.text).toContain('The check has expired')
})

test('without a token nobody logs in, and nobody learns whether a password or a name is right', async () => {
  const right = await login()
  const wrong = await login({ pwd: 'guessed' })
  const nobody = await login({ log: 'nobody-of-this-name' })
  for (const answer of [right, wrong, nobody]) {
    expect(isLoggedIn(answer)).toBe(false)
    expect(answer.text).toContain('sent without its check')
    expect(answer.text).not.toMatch(/incorrect|not registered/iu)
  }
})

test('a login through XML-RPC or REST needs an application password', async () => {
  const [name, password] = [admin.name, admin.password]
  const application = await wordpress.php(
    `echo WP_Application_Passwords::create_new_application_password(1, ['name' => 'phone'])[0];`,
  )
  expect(await xmlRpc([[name, password]])).toEqual(['refused'])
  expect(await xmlRpc([[name, application]])).toEqual(['in'])
  // One request with many logins: what the first one may do says nothing about the second.
  expect(
    await xmlRpc([
      [name, application],
      [name, password],
    ]),
  ).toEqual(['in', 'refused'])
  const rest = await fetch(`${wordpress.url}/?rest_route=/wp/v2/users/me`, {
    headers: { authorization: `Basic ${Buffer.from(`${name}:${application}`).toString('base64')}` },
  })
  expect(rest.status).toBe(200)
  await set({ allow_api_passwords: true })
  expect(await xmlRpc([[name, password]])).toEqual(['in'])
  await set({})
})

async function xmlRpc(logins: readonly (readonly [string, string])[]): Promise<string[]> {
  const text = (value: string) => `<value><string>${value}</string></value>`
  const member = (name: string, value: string) => `<member><name>${name}</name>${value}</member>`
  const list = (values: string) => `<value><array><data>${values}</data></array></value>`
  const calls = logins.map(([name, password]) => {
    const parameters = list(`<value><int>1</int></value>${text(name)}${text(password)}`)
    return `<value><struct>${member('methodName', text('wp.getProfile'))}${member('params', parameters)}</struct></value>`
  })
  const answer = await fetch(`${wordpress.url}/xmlrpc.php`, {
    method: 'POST',
    body: `<?xml version="1.0"?><methodCall><methodName>system.multicall</methodName><params><param>${list(calls.join(''))}</param></params></methodCall>`,
  })
  const said = await answer.text()
  return [...said.matchAll(/faultCode|<name>user_id<\/name>/gu)].map(([found]) =>
    found === 'faultCode' ? 'refused' : 'in',
  )
}

test('somebody registers, and the token counts once', async ({ browser }) => {
  const name = freshName()
  const page = await visit(browser, `${wordpress.url}/wp-login.php?action=register`)
  await page.locator('#user_login').fill(name)
  await page.locator('#user_email').fill(`${name}@example.org`)
  const token = await tokenOf(page)
  await page.locator('#wp-submit').click()
  await expect(page.locator('.message')).toContainText('Registration complete')
  const other = freshName()
  const register = (fields: Record<string, string>) =>
    send(wordpress, '/wp-login.php?action=register', {
      user_login: other,
      user_email: `${other}@example.org`,
      ...fields,
    })
  expect((await register({ 'bollard-response': token })).text).toContain('The check has expired')
  // Who has an account here is nobody's business either.
  const taken = await register({ user_login: name })
  expect(taken.text).toContain('sent without its check')
  expect(taken.text).not.toContain('already registered')
  expect(
    await wordpress.php(`echo username_exists('${name}') ? 'yes' : 'no', username_exists('${other}') ? 'yes' : 'no';`),
  ).toBe('yesno')
})

test('a mail for a lost password is sent after a check alone', async ({ browser }) => {
  const sent = () =>
    wordpress.php(`echo count(preg_grep('/owner@example.org.*Password Reset/', (array) get_option('sent_mails', [])));`)
  const before = Number(await sent())
  const page = await visit(browser, `${wordpress.url}/wp-login.php?action=lostpassword`)
  await page.locator('#user_login').fill(admin.name)
  const token = await tokenOf(page)
  await page.locator('#wp-submit').click()
  await expect(page).toHaveURL(/checkemail=confirm/u)
  const lost = (fields: Record<string, string>) =>
    send(wordpress, '/wp-login.php?action=lostpassword', { user_login: admin.name, ...fields })
  expect((await lost({ 'bollard-response': token })).text).toContain('The check has expired')
  const unknown = await lost({ user_login: 'nobody-of-this-name' })
  expect(unknown.text).toContain('sent without its check')
  expect(unknown.text).not.toContain('There is no account')
  expect(Number(await sent())).toBe(before + 1)
})

test('while this server can’t reach Bollard, the fail policy decides', async ({ browser }) => {
  for (const [policy, status] of [
    ['closed', 403],
    ['recorded-outage', 403],
    ['open', 302],
  ] as const) {
    await set({ fail_policy: policy })
    const token = await tokenFrom(browser, `${wordpress.url}/?p=1`, '#comment')
    await bollard.order('no-siteverify')
    const answer = await comment(`An outage under ${policy}`, token)
    await bollard.order('up')
    expect([policy, answer.status]).toEqual([policy, status])
    if (status === 403) expect(answer.text).toContain('not available at the moment')
  }
  expect(await wordpress.php(`echo get_transient('bollard_last_failure')['failure'];`)).toBe('unreachable')
  await set({})
})

test('a visitor whose browser couldn’t reach Bollard passes if Bollard recorded the outage, and unless the policy is closed', async ({
  browser,
}) => {
  const comes = async (text: string) => {
    const page = await visit(browser, `${wordpress.url}/?p=1`)
    await page.locator('#comment').fill(text)
    await page.locator('#author').fill('Berta')
    await page.locator('#email').fill('berta@example.org')
    // The widget gives up after a while, and then lets the form go with what it has to say about it.
    await page.locator('#commentform [type=submit]').click()
    await page.waitForURL(/comments-post|#comment-/u, { timeout: 60_000 })
    const said = await page.locator('body').innerText()
    await page.context().close()
    return said
  }
  await bollard.order('no-check')
  expect(await comes('Nothing was recorded')).toContain('could not confirm')
  await bollard.order('record-outage')
  expect(await comes('An outage was recorded')).toContain('An outage was recorded')
  await set({ fail_policy: 'closed' })
  // Without leave to let anybody through, the widget holds the form; a program that sends its words all the same is refused.
  const words = { siteKey: bollard.siteKey, at: new Date().toISOString(), id: 'A'.repeat(22), reason: 'unreachable' }
  const answer = await comment('Closed', `bfo1.${Buffer.from(JSON.stringify(words)).toString('base64url')}`)
  expect(answer.status).toBe(403)
  await bollard.order('up')
  await set({})
})

test('BOLLARD_DISABLE is the way back in', async () => {
  expect(isLoggedIn(await login())).toBe(false)
  wordpress.define({ BOLLARD_DISABLE: true })
  expect(isLoggedIn(await login())).toBe(true)
  wordpress.define({})
})

test('keys in wp-config.php win over stored ones, and incomplete settings lock nobody out', async () => {
  await set({ secret_key: '', site_key: '' })
  expect(isLoggedIn(await login())).toBe(true)
  wordpress.define({ BOLLARD_SITE_KEY: bollard.siteKey, BOLLARD_SECRET_KEY: bollard.secretKey })
  expect(isLoggedIn(await login())).toBe(false)
  wordpress.define({})
  await set({})
})

test('forms speak the site’s language, and say what they need without JavaScript', async () => {
  const english = await (await fetch(`${wordpress.url}/wp-login.php`)).text()
  expect(english).toContain('<noscript>Please turn on JavaScript.')
  expect(english).toMatch(/<script type="module" src=.http:\/\/127\.0\.0\.1:\d+\/widget\.js/u)
  await wordpress.php(`add_filter('sanitize_option_WPLANG', fn () => 'de_AT'); update_option('WPLANG', 'de_AT');`)
  expect(await (await fetch(`${wordpress.url}/wp-login.php`)).text()).toContain(
    '<noscript>Bitte schalten Sie JavaScript ein.',
  )
  await wordpress.php(`delete_option('WPLANG');`)
})
