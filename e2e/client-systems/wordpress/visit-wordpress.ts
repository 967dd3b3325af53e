import { type Browser, expect, type Page } from '@playwright/test'
import type { WordPress } from './start-wordpress.ts'

/** A visitor of a page, with no cookies of others. */
export async function visit(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Waits until the widget of the page has a token, and returns it. The check begins when somebody fills in the form. */
export async function tokenOf(page: Page): Promise<string> {
  const widget = page.locator('bollard-captcha').first()
  await expect(widget).toHaveJSProperty('state', 'passed')
  return widget.evaluate((element) => String(Reflect.get(element, 'response')))
}

/** A token for an action, made by the widget of the page with it. */
export async function tokenFrom(browser: Browser, url: string, field: string): Promise<string> {
  const page = await visit(browser, url)
  await page.locator(field).fill('somebody')
  const token = await tokenOf(page)
  await page.context().close()
  return token
}

/** What a program sends that has read the form's HTML. */
export async function send(
  { url }: WordPress,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string; cookies: string }> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    redirect: 'manual',
  })
  return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie().join('\n') }
}
