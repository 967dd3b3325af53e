import type { Page } from '@playwright/test'

/**
 * Closes a page and everything that its visitor had. A browser that is told to close a page that is at work, or that just gets the
 * answer to a form, may never say that it has done so; a page with nothing in it is always closed.
 */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank', { timeout: 5_000 }).catch(() => undefined)
  await page.context().close()
}
