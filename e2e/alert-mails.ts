import { createApiClient } from '@bollard/api-client'
import { type Browser, expect } from '@playwright/test'
import { seriousFaults } from './ask-axe.ts'
import { keepPicture } from './keep-picture.ts'
import { mailboxApi, mailboxKey } from './local-mailbox.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'

interface Reader {
  readonly email: string
}

const mailsOf = async ({ email }: Reader, tag: string) =>
  (await mailboxApi().listMails()).items.filter((mail) => mail.to === email && mail.tag === tag)

/** With the token of the mail that asks; the page behind its link has a journey of its own in `dashboard-notices`. */
export async function confirmAddress(reader: Reader): Promise<void> {
  await expect.poll(async () => (await mailsOf(reader, 'alert-address-confirm')).length).toBe(1)
  const [asked] = await mailsOf(reader, 'alert-address-confirm')
  const { text } = await mailboxApi().getMail({ mailId: asked?.id ?? '' })
  const token = /confirm-alerts\?token=([\w.-]+)/u.exec(text)?.[1] ?? ''
  await createApiClient({ baseUrl: product.api }).confirmAlertAddress({ alertAddressConfirmationDto: { token } })
}

/** As a mail program does that only follows the address of the header. */
export async function endMails(browser: Browser, reader: Reader): Promise<void> {
  const [alert] = await mailsOf(reader, 'captcha-alert-raised')
  const { source } = await mailboxApi().getMail({ mailId: alert?.id ?? '' })
  const page = await browser.newPage()
  await page.goto(
    /^List-Unsubscribe: <([^>]+)>/mu.exec(source.replaceAll(/\r?\n[ \t]+/gu, ' '))?.[1]?.replaceAll(' ', '') ?? '',
  )
  await page.getByRole('button', { name: 'Abbestellen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abbestellt')
  await page.close()
}

/** The one mail about the alert. */
export async function alertTo(reader: Reader): Promise<{ readonly id: string; readonly subject: string }> {
  await expect.poll(async () => (await mailsOf(reader, 'captcha-alert-raised')).length).toBe(1)
  return (await mailsOf(reader, 'captcha-alert-raised'))[0] ?? { id: '', subject: '' }
}

const looks = [
  { language: 'en', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { language: 'de', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const

/** In the local mailbox, each on a screen of another kind. */
export async function lookAtMails(browser: Browser, mails: readonly { readonly id: string }[]): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  // As with the printed address: from then on the browser has the key.
  await openPage(page, `${product.identity}/en/mailbox?key=${mailboxKey()}`)
  expect(page.url()).toBe(`${product.identity}/en/mailbox`)
  for (const [index, { language, colorScheme, viewport }] of looks.entries()) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await openPage(page, `${product.identity}/${language}/mailbox/${mails[index]?.id}`)
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toContainText('Form of Open')
    await keepPicture(page, `mail of an alert, ${language}`, { fullPage: true })
    // Nothing can run inside the frame of the mail, axe neither.
    expect(await seriousFaults(page, { exclude: 'iframe' })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
  }
  await context.close()
}
