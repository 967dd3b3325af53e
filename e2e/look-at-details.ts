import type { Browser, BrowserContextOptions } from '@playwright/test'
import { cookiesOf } from './account.ts'
import { seriousFaults } from './ask-axe.ts'
import type { Owner } from './owner.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

export interface Look extends Pick<BrowserContextOptions, 'colorScheme'> {
  readonly owner: Owner
  /** Verifications by a name for their pictures. */
  readonly ids: Readonly<Record<string, string>>
  readonly language: 'en' | 'de'
  readonly viewport: { readonly width: number; readonly height: number }
  /** Where pictures are left for a person to look at: the beginning of their paths. */
  readonly pictures: string
}

/** Opens the pages of verifications, and tells all that is wrong with them: what axe finds serious, width, console. */
export async function lookAtDetails(browser: Browser, { owner, ids, language, pictures, colorScheme, viewport }: Look): Promise<string[]> {
  const context = await browser.newContext({ colorScheme, viewport })
  await context.addCookies(cookiesOf(owner.account))
  const page = await context.newPage()
  const { complaints: faults } = watchPage(page)
  for (const [name, id] of Object.entries(ids)) {
    await page.goto(`${product.dashboard}/${language}/solutions/${owner.solutionId}/captcha/verifications/${id}`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `${pictures}${name}.png`, fullPage: true })
    faults.push(...(await seriousFaults(page)).map((fault) => `${name}: ${fault}`))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > viewport.width) faults.push(`${name}: ${width} px wide`)
    if ((await page.locator(`input[value="${id}"]`).count()) === 0) faults.push(`${name}: does not name the verification`)
  }
  await context.close()
  return faults
}
