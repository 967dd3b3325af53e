import { expect, test } from '@playwright/test'
import { totpCode } from '@bollard/testing'
import { cookiesOf, createAccount, password } from './account.ts'
import { inMail, linkTo } from './identity-mail.ts'
import { product } from './product.ts'

test.use({ javaScriptEnabled: false })

test('a second factor that somebody else set up is taken back by the link of its mail, without any script', async ({
  context,
  page,
}) => {
  const account = await createAccount('Robbed')
  await context.addCookies(cookiesOf(account))
  await page.goto(`${product.identity}/en/account/security`)
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
  await page.getByLabel('Current code from the app').fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()

  const link = await inMail(account.email, linkTo('undo-new-factor'))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Wasn’t this you?' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The new second factors are removed')).toBeVisible()
  await page.goto(`${product.identity}/en/account`)
  await expect(page).toHaveURL(new RegExp(`^${product.identity}/en/sign-in`, 'u'))
  await page.goto(link.replace('/en/', '/de/'))
  await page.getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(page.getByRole('heading', { name: 'Dieser Link funktioniert nicht' })).toBeVisible()

  await page.goto(await inMail(account.email, linkTo('reset-password')))
  await page.getByLabel('New password', { exact: true }).fill('a longer walk between the posts')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Your password was changed')).toBeVisible()
})

test('the form of a proof that is sent twice signs nobody out, though the first answer is lost', async ({
  playwright,
}) => {
  const { cookie } = await createAccount('Hasty')
  const send = async () => {
    const browser = await playwright.request.newContext({ extraHTTPHeaders: { cookie, origin: product.identity } })
    const answer = await browser.post(`${product.identity}/en/prove`, {
      form: { proof: 'PASSWORD', proofPassword: password },
      maxRedirects: 0,
    })
    const { location = '' } = answer.headers()
    const [session] = answer
      .headersArray()
      .flatMap((header) =>
        /^set-cookie$/iu.test(header.name) && /session_token=/u.test(header.value) ? [header.value] : [],
      )
    await browser.dispose()
    return {
      status: answer.status(),
      path: new URL(location, product.identity).pathname,
      session: session?.split(';')[0],
    }
  }
  const [first, second] = [await send(), await send()]
  expect(first).toMatchObject({ path: '/en/account', session: expect.stringContaining('session_token=') })
  expect(second).toEqual(first)
})
