import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { cookiesOf } from './account.ts'
import type { Owner } from './owner.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

export interface Look extends Pick<BrowserContextOptions, 'colorScheme'> {
  readonly owner: Owner
  readonly verificationId: string
  readonly language: 'en' | 'de'
  readonly viewport: { readonly width: number; readonly height: number }
  /** Name of the picture that is left for a person to look at. */
  readonly picture: string
}

/** Opens the page of one verification, and tells all that is wrong with it: axe, width, console. */
export async function lookAtDetail(browser: Browser, { owner, verificationId, language, picture, ...look }: Look): Promise<string[]> {
  const context = await browser.newContext(look)
  await context.addCookies(cookiesOf(owner.account))
  const page = await context.newPage()
  const { complaints } = watchPage(page)
  await page.goto(`${product.dashboard}/${language}/solutions/${owner.solutionId}/captcha/verifications/${verificationId}`, { waitUntil: 'networkidle' })
  await page.screenshot({ path: new URL(`./results/rules/${picture}.png`, import.meta.url).pathname, fullPage: true })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const shown = await page.getByText(verificationId).or(page.locator(`input[value="${verificationId}"]`)).count()
  await context.close()
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(width > look.viewport.width ? [`${width} px wide`] : []),
    ...(shown === 0 ? ['does not name the verification'] : []),
    ...complaints,
  ]
}
