import { type Browser, expect, type Page } from '@playwright/test'
import type { ClientSite } from '../client-site.ts'
import { soon } from '../soon.ts'

/** Fills in the form at an address and submits it, then waits for what comes of it. Rejects with what the page complained about, too. */
export async function sendForm(
  browser: Browser,
  url: string,
  arrived: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  try {
    await page.goto(url)
    await expect(page.locator('bollard-captcha')).toHaveJSProperty('state', 'ready', soon)
    await page
      .getByLabel(/Message|E-mail/u)
      .first()
      .pressSequentially('anna@example.org')
    await page.getByRole('button', { name: 'Send' }).click()
    await arrived(page)
  } catch (error) {
    throw new Error(`${String(error)}\n${complaints.join('\n')}`)
  } finally {
    await page.close()
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

/** The form of a page that is one script, twice: each time with a token of its own. */
export async function sendTwice(browser: Browser, site: ClientSite, script: string): Promise<void> {
  site.answers.length = 0
  site.files.set('page.js', script)
  site.show({
    html: '<!doctype html><html lang="en"><title>Page</title><div id="app"></div><script type="module" src="/page.js"></script></html>',
  })
  await sendForm(browser, site.url, async (page) => {
    await expect(page.locator('output').first()).toHaveText('Thank you.', soon)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => site.answers.map(({ success }) => success), soon).toEqual([true, true])
  })
}

/** The form of a site that was built: contents by path. */
export async function sendBuilt(browser: Browser, site: ClientSite, files: ReadonlyMap<string, Buffer>): Promise<void> {
  site.answers.length = 0
  for (const [path, content] of files) site.files.set(path, content)
  site.show({ html: files.get('index.html')?.toString() ?? '' })
  await sendForm(browser, site.url, () =>
    expect.poll(() => site.answers.map(({ success }) => success), soon).toEqual([true]),
  )
}
