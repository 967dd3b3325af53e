import type { Browser } from '@playwright/test'
import { cookiesOf } from './account.ts'
import { seriousFaults } from './ask-axe.ts'
import { fileNameOf, type looksByLanguage, showIn } from './clean-looks.ts'
import type { Owner } from './owner.ts'
import { product } from './product.ts'
import { watchPage } from './watch-page.ts'

type Looks = (typeof looksByLanguage)[number]

export interface Details extends Looks {
  readonly owner: Owner
  /** Verifications by a name for their pictures. */
  readonly ids: Readonly<Record<string, string>>
  /** Where pictures are left for a person to look at: the beginning of their paths. */
  readonly pictures: string
}

/** Opens the pages of verifications, and tells all that is wrong with them: what axe finds serious, width, console. */
export async function lookAtDetails(
  browser: Browser,
  { owner, ids, language, looks, pictures }: Details,
): Promise<string[]> {
  const [{ colorScheme, viewport }] = looks
  const context = await browser.newContext({ colorScheme, viewport })
  await context.addCookies(cookiesOf(owner.account))
  const page = await context.newPage()
  const { complaints: faults } = watchPage(page)
  for (const [name, id] of Object.entries(ids)) {
    await showIn(page, looks[0])
    await page.goto(`${product.dashboard}/${language}/solutions/${owner.solutionId}/captcha/verifications/${id}`, {
      waitUntil: 'networkidle',
    })
    for (const look of looks) {
      await showIn(page, look)
      const where = `${name}, ${look.name}`
      await page.screenshot({ path: `${pictures}${fileNameOf(look)}-${name}.png`, fullPage: true })
      faults.push(...(await seriousFaults(page)).map((fault) => `${where}: ${fault}`))
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > look.viewport.width) faults.push(`${where}: ${width} px wide`)
      if ((await page.locator(`input[value="${id}"]`).count()) === 0)
        faults.push(`${where}: does not name the verification`)
    }
  }
  await context.close()
  return faults
}
