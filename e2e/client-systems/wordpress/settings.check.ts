import { expect, type Page, test } from '@playwright/test'
import { type Bollard, startBollard } from '../start-bollard.ts'
import { admin, startWordPress, type WordPress } from './start-wordpress.ts'
import { visit } from './visit-wordpress.ts'

let bollard: Bollard
let wordpress: WordPress
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  ;[bollard, wordpress] = await Promise.all([startBollard(), startWordPress()])
  page = await visit(browser, `${wordpress.url}/wp-login.php`)
  await page.locator('#user_login').fill(admin.name)
  await page.locator('#user_pass').fill(admin.password)
  await page.locator('#wp-submit').click()
  await page.goto(`${wordpress.url}/wp-admin/options-general.php?page=bollard`)
})
test.afterAll(async () => {
  await page?.context().close()
  await bollard?.stop()
  await wordpress?.stop()
})

const stored = async () => JSON.parse(await wordpress.php(`echo json_encode(get_option('bollard'));`))
const save = async (secret: string) => {
  await page.getByLabel('Address of your Bollard').fill(bollard.url)
  await page.getByLabel('Site key').fill(bollard.siteKey)
  await page.getByLabel('Secret key').fill(secret)
  await page.getByRole('button', { name: 'Save Changes' }).click()
}
const verify = () => page.getByRole('button', { name: 'Verify the keys' }).click()
const notice = (code: string) => page.locator(`.notice[data-bollard="${code}"]`)
const wpCli = (method: string) =>
  wordpress.php(
    `class WP_CLI { static function line($text) { echo $text, "\\n"; } static function success($text) { echo 'Success: ', $text; } static function error($text) { echo 'Error: ', $text; } } (new Bollard\\WordPress\\Command())->${method}();`,
  )

test('a new installation protects nothing and says so', async () => {
  await expect(notice('incomplete')).toContainText('protects nothing yet')
  expect(await wpCli('status')).toContain('nothing: site-key-missing')
  expect(await wpCli('verifyKeys')).toContain('[site-key-missing]')
})

test('what can’t be right is refused by name, and the former value stays', async () => {
  await page.getByLabel('Address of your Bollard').fill('http://captcha.example.org')
  await page.getByLabel('Site key').fill('"><script>alert(1)</script>')
  await page.getByLabel('Secret key').fill('not a key')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  for (const code of ['host-not-https', 'site-key-invalid', 'secret-key-invalid'])
    await expect(page.locator(`#setting-error-${code}`)).toBeVisible()
  expect(await stored()).toMatchObject({ host: '', site_key: '', secret_key: '' })
})

test('the login is protected only with keys that Bollard accepts', async () => {
  await page.getByLabel(/Login, also/u).check()
  await save(`bsec_${'0'.repeat(43)}`)
  await expect(page.locator('#setting-error-login-not-protected')).toContainText('does not accept the secret key')
  expect((await stored()).forms).not.toContain('login')
  await page.getByLabel(/Login, also/u).check()
  await save(bollard.secretKey)
  expect((await stored()).forms).toContain('login')
})

test('the secret key is in no page, and an empty field keeps it', async () => {
  await page.getByRole('button', { name: 'Save Changes' }).click()
  expect((await stored()).secret_key).toBe(bollard.secretKey)
  expect(await page.content()).not.toContain(bollard.secretKey)
  expect(await wpCli('status')).not.toContain(bollard.secretKey)
})

test('the test verifies keys and widget through to the answer', async () => {
  await expect(page.locator('bollard-captcha')).toHaveJSProperty('state', 'passed')
  await verify()
  await expect(notice('widget-passed')).toBeVisible()
  expect(await wpCli('verifyKeys')).toContain('Success: Bollard accepts both keys.')
})

test('the test tells a wrong site key, a wrong secret key and an unreachable service apart', async () => {
  const change = (field: string, value: string) =>
    wordpress.php(`update_option('bollard', ['${field}' => '${value}'] + get_option('bollard'));`)
  await change('site_key', bollard.otherSiteKey)
  expect(await wpCli('verifyKeys')).toContain('[site-key-refused]')
  await change('secret_key', `bsec_${'0'.repeat(43)}`)
  await page.reload()
  await verify()
  await expect(notice('secret-key-refused')).toBeVisible()
  expect(await wpCli('verifyKeys')).toContain('[secret-key-refused]')
  await change('secret_key', bollard.secretKey)
  await change('site_key', 'bsk_NobodyHasThisKey0000000')
  expect(await wpCli('verifyKeys')).toContain('[site-key-refused]')
  await change('site_key', bollard.siteKey)
  await bollard.order('no-siteverify')
  expect(await wpCli('verifyKeys')).toContain('[unreachable]')
  await bollard.order('up')
})

test('nobody else may see the settings or verify keys', async ({ browser }) => {
  await wordpress.php(`wp_create_user('reader', 'reader password', 'reader@example.org');`)
  wordpress.define({ BOLLARD_DISABLE: true })
  const reader = await visit(browser, `${wordpress.url}/wp-login.php`)
  await reader.locator('#user_login').fill('reader')
  await reader.locator('#user_pass').fill('reader password')
  await reader.locator('#wp-submit').click()
  await reader.waitForURL(/wp-admin/u)
  const settings = await reader.goto(`${wordpress.url}/wp-admin/options-general.php?page=bollard`)
  const test = await reader.request.post(`${wordpress.url}/wp-admin/admin-post.php`, {
    form: { action: 'bollard_verify_keys' },
  })
  expect([settings?.status(), test.status()]).toEqual([403, 403])
  // With rights, but from another site's page.
  const forged = await page.request.post(`${wordpress.url}/wp-admin/admin-post.php`, {
    form: { action: 'bollard_verify_keys' },
  })
  expect(forged.status()).toBe(403)
  wordpress.define({})
  await reader.context().close()
})

test('the privacy policy guide has a paragraph about it', async () => {
  await page.goto(`${wordpress.url}/wp-admin/options-privacy.php?tab=policyguide`)
  await expect(page.locator('body')).toContainText('Our forms are checked by Bollard')
})

test('deleting the plugin leaves nothing behind', async () => {
  await wordpress.php(
    `define('WP_UNINSTALL_PLUGIN', 'bollard/bollard.php'); require WP_PLUGIN_DIR . '/bollard/uninstall.php';`,
  )
  expect(
    await wordpress.php(
      `global $wpdb; echo $wpdb->get_var("select count(*) from {$wpdb->options} where option_name like '%bollard%' and option_name <> 'active_plugins'");`,
    ),
  ).toBe('0')
})
