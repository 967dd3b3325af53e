import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'

/** What a test cannot do from inside of its page: tells the browser which colours its person prefers. */
export const showInLook: BrowserCommand<['light' | 'dark']> = async ({ page }, colorScheme) => {
  await page.emulateMedia({ colorScheme })
}
