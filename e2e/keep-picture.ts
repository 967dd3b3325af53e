import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** As for states of pages; nowhere without PAGE_PICTURES. */
const folder = process.env['PAGE_PICTURES']

/** Keeps a picture of what was tested, for a person to look at. In a usual run nobody does. */
export async function keepPicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, 'journeys', `${name}.png`), fullPage })
}
