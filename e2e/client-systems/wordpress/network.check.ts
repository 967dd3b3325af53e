import { expect, test } from '@playwright/test'
import { type Bollard, startBollard } from '../start-bollard.ts'
import { admin, freshName, startWordPress, type WordPress } from './start-wordpress.ts'
import { send, tokenFrom, tokenOf, visit } from './visit-wordpress.ts'

let bollard: Bollard
let wordpress: WordPress

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  ;[bollard, wordpress] = await Promise.all([startBollard(), startWordPress({ network: true })])
  await wordpress.php(`wpmu_create_blog('${new URL(wordpress.url).host}', '/second/', 'Second', 1);`)
})
test.afterAll(async () => {
  await bollard?.stop()
  await wordpress?.stop()
})

test('the network’s settings hold for all its sites once it shares them', async ({ browser }) => {
  const page = await visit(browser, `${wordpress.url}/wp-login.php`)
  await page.locator('#user_login').fill(admin.name)
  await page.locator('#user_pass').fill(admin.password)
  await page.locator('#wp-submit').click()
  await page.waitForURL(/wp-admin/u)
  await page.goto(`${wordpress.url}/wp-admin/network/settings.php?page=bollard-network`)
  await page.getByLabel(/All sites/u).check()
  await page.getByLabel('Address of your Bollard').fill(bollard.url)
  await page.getByLabel('Site key').fill(bollard.siteKey)
  await page.getByLabel('Secret key').fill(bollard.secretKey)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Address of your Bollard')).toHaveValue(bollard.url)
  await page.goto(`${wordpress.url}/second/wp-admin/options-general.php?page=bollard`)
  await expect(page.locator('.wrap')).toContainText('All sites of this network use the network’s settings.')
  await expect(page.getByLabel('Site key')).toHaveCount(0)
  expect(await wordpress.php(`switch_to_blog(2); echo Bollard\\WordPress\\Settings::current()->siteKey;`)).toBe(
    bollard.siteKey,
  )
  await page.context().close()
})

test('neither step of the network’s registration can be done without a check', async ({ browser }) => {
  const name = freshName()
  const page = await visit(browser, `${wordpress.url}/wp-signup.php`)
  await page.locator('#user_name').fill(name)
  await page.locator('#user_email').fill(`${name}@example.org`)
  const token = await tokenOf(page)
  await page.locator('#setupform [type=submit]').click()
  // The second step asks for the site, and for a token of its own.
  await page.locator('#blogname').fill(`site${name}`)
  await page.locator('#blog_title').fill('My site')
  await tokenOf(page)
  await page.locator('#setupform [type=submit]').click()
  await expect(page.locator('body')).toContainText('Congratulations')
  const other = freshName()
  // WordPress has a nonce in this form, which a program reads too.
  const form = await (await fetch(`${wordpress.url}/wp-signup.php`)).text()
  const hidden = Object.fromEntries(
    [
      ...form.matchAll(/<input type=["']hidden["'][^>]* name=["'](_?signup_form(?:_id)?)["'] value=["'](\w*)["']/gu),
    ].map(([, field = '', value = '']) => [field, value]),
  )
  expect(Object.keys(hidden)).toEqual(['signup_form_id', '_signup_form'])
  const user = { ...hidden, user_name: other, user_email: `${other}@example.org`, signup_for: 'blog' }
  const blog = { blogname: `site${other}`, blog_title: 'Spam', blog_public: '1' }
  for (const fields of [
    { stage: 'validate-user-signup', ...user },
    { stage: 'validate-user-signup', ...user, 'bollard-response': token },
    { stage: 'validate-blog-signup', ...user, ...blog },
    { stage: 'validate-blog-signup', ...user, ...blog, 'bollard-response': token },
  ])
    expect((await send(wordpress, '/wp-signup.php', fields)).text).toMatch(
      /sent without its check|The check has expired/u,
    )
  expect(
    await wordpress.php(
      `global $wpdb; echo $wpdb->get_var("select count(*) from {$wpdb->signups} where user_login = '${other}'");`,
    ),
  ).toBe('0')
  const last = await tokenFrom(browser, `${wordpress.url}/wp-signup.php`, '#user_name')
  await send(wordpress, '/wp-signup.php', { stage: 'validate-blog-signup', ...user, ...blog, 'bollard-response': last })
  expect(
    await wordpress.php(
      `global $wpdb; echo $wpdb->get_var("select count(*) from {$wpdb->signups} where user_login = '${other}'");`,
    ),
  ).toBe('1')
})

test('deleting the plugin leaves nothing behind in the whole network', async () => {
  await wordpress.php(
    `define('WP_UNINSTALL_PLUGIN', 'bollard/bollard.php'); require WP_PLUGIN_DIR . '/bollard/uninstall.php';`,
  )
  expect(
    await wordpress.php(
      `global $wpdb; echo $wpdb->get_var("select count(*) from {$wpdb->sitemeta} where meta_key like '%bollard%' and meta_key <> 'active_sitewide_plugins'");`,
    ),
  ).toBe('0')
})
