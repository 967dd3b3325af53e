import { join } from 'node:path'
import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'

/** What a test cannot do from inside of its page: tells the browser which colours its person prefers. */
export const showInLook: BrowserCommand<['light' | 'dark']> = async ({ page }, colorScheme) => {
  await page.emulateMedia({ colorScheme })
}

/** Where pictures of the states are kept, by the name of the test and of the look; nowhere without PAGE_PICTURES. */
export const picturesFolder = process.env['PAGE_PICTURES']

/** Keeps a picture of the page as it is shown now. The window must be as high as the page. */
export const takePicture: BrowserCommand<[string]> = async ({ iframe, testPath }, name) => {
  if (picturesFolder === undefined) return
  const file = [testPath?.split('/').slice(-2).join(' '), name].join(' ').replaceAll(/[^\p{L}\d.,-]+/gu, '-')
  await iframe.locator('html').screenshot({ path: join(picturesFolder, `${file}.png`), animations: 'disabled' })
}
