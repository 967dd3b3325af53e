import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Bollard, startBollard } from '../start-bollard.ts'
import { startWordPress, type WordPress } from '../wordpress/start-wordpress.ts'
import { tokenOf, visit } from '../wordpress/visit-wordpress.ts'

/*
 * Form plugins as their authors publish them, which Debian doesn't have. `WORDPRESS_PLUGINS` is a folder with them:
 *   WORDPRESS_PLUGINS=… playwright test -c e2e/client-systems/playwright.config.ts wordpress-plugins/
 */
const folder = process.env['WORDPRESS_PLUGINS'] ?? ''
let bollard: Bollard
let wordpress: WordPress

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const plugins = ['contact-form-7', 'formidable'].map((name) => join(folder, name))
  ;[bollard, wordpress] = await Promise.all([startBollard(), startWordPress({ plugins })])
  const { url: host, siteKey: site_key, secretKey: secret_key } = bollard
  const settings = { host, site_key, secret_key, forms: ['contact-form-7', 'formidable-forms'] }
  await wordpress.php(
    `require ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin('contact-form-7/wp-contact-form-7.php'); activate_plugin('formidable/formidable.php'); update_option('bollard', json_decode('${JSON.stringify(settings)}', true));`,
  )
})
test.afterAll(async () => {
  await bollard?.stop()
  await wordpress?.stop()
})

const pageWith = (content: string) =>
  wordpress.php(
    `${content} echo wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Form', 'post_content' => $content]);`,
  )

test('Contact Form 7 sends a message with a token alone, and again without a reload', async ({ browser }) => {
  const made = await pageWith(
    `$form = WPCF7_ContactForm::get_template(); $form->save(); $content = '[contact-form-7 id="' . $form->id() . '"]'; echo $form->id(), ' ';`,
  )
  const [form = '', id = ''] = made.split(' ')
  const page = await visit(browser, `${wordpress.url}/?page_id=${id}`)
  const sent = () => wordpress.php(`echo count(preg_grep('/Hello|Spam/', (array) get_option('sent_mails', [])));`)
  for (const count of ['1', '2']) {
    await page.locator('[name=your-name]').fill('Anna')
    await page.locator('[name=your-email]').fill('anna@example.org')
    await page.locator('[name=your-subject]').fill('Hello')
    const answered = page.waitForResponse(/feedback(?:$|&)/u)
    await page.locator('.wpcf7 [type=submit]').click()
    expect(await (await answered).json()).toMatchObject({ status: 'mail_sent' })
    expect(await sent()).toBe(count)
  }
  const body = new FormData()
  for (const [name, value] of Object.entries({
    _wpcf7: form,
    _wpcf7_unit_tag: `wpcf7-f${form}-p${id}-o1`,
    'your-name': 'Bot',
    'your-email': 'bot@example.org',
    'your-subject': 'Spam',
  }))
    body.append(name, value)
  const address = `${wordpress.url}/?rest_route=/contact-form-7/v1/contact-forms/${form}/feedback`
  const refused: unknown = await (await fetch(address, { method: 'POST', body })).json()
  expect(refused).toMatchObject({ status: 'spam', message: expect.stringContaining('sent without its check') })
  expect(await sent()).toBe('2')
  await page.context().close()
})

test('Formidable Forms stores an entry with a token alone', async ({ browser }) => {
  const made = await pageWith(
    `FrmAppController::install(); $form = FrmForm::create(['name' => 'Contact', 'description' => '', 'status' => 'published', 'form_key' => 'contact', 'options' => []]); $field = FrmField::create(FrmFieldsHelper::setup_new_vars('text', $form)); $content = '[formidable id=' . $form . ']'; echo $form, ' ', $field, ' ';`,
  )
  const [, field = '', id = ''] = made.split(' ')
  const entries = () => wordpress.php(`echo FrmEntry::getRecordCount();`)
  const page = await visit(browser, `${wordpress.url}/?page_id=${id}`)
  await page.locator(`[name="item_meta[${field}]"]`).fill('Anna')
  await tokenOf(page)
  const hidden = await page
    .locator('.frm_forms form')
    .evaluate((form) =>
      form instanceof HTMLFormElement
        ? [...new FormData(form)]
            .filter(([name]) => name !== 'bollard-response')
            .map(([name, value]) => [name, String(value)])
        : [],
    )
  await page.locator('.frm_forms [type=submit]').click()
  await expect(page.locator('.frm_message')).toBeVisible()
  expect(await entries()).toBe('1')
  const body = new URLSearchParams(Object.fromEntries(hidden))
  const refused = await (await fetch(`${wordpress.url}/?page_id=${id}`, { method: 'POST', body })).text()
  expect(refused).toContain('sent without its check')
  expect(await entries()).toBe('1')
  await page.context().close()
})
