import { expect, test } from '@playwright/test'
import { startCustomerSite } from '../customer-site.ts'
import { product } from '../product.ts'
import { soon } from '../soon.ts'
import { buildWorld, type World } from './world.ts'

// The library for servers is told our address. The page has our own widget, with the name of the field that the server reads.
const refused = (code: string) => ({ success: false, error: { error_code: code, detail: expect.any(String) } })

let world: World
test.beforeAll(async () => {
  world = await buildWorld('Friendly', {})
})
test.afterAll(() => world.close())

test('friendly-captcha for servers takes the token of our widget once, and is told what is wrong with any other', async ({
  page,
}) => {
  const { siteKey, secretKey } = world.owner
  const body = `<form><label>E-mail <input name="email"></label><bollard-captcha sitekey="${siteKey}" name="frc-captcha-response"></bollard-captcha></form>`
  const site = await startCustomerSite({ api: product.api, siteKey, secretKey, body })
  await page.goto(site.url)
  await page.getByLabel('E-mail').click()
  await page.getByLabel('E-mail').pressSequentially('anna@example.org')
  const field = () => page.evaluate(() => String(new FormData(document.forms[0]).get('frc-captcha-response') ?? ''))
  await expect.poll(field, soon).not.toBe('')
  const token = await field()

  const redeem = (response: string, secret?: string) => world.server.redeem('friendly', response, secret)
  expect(await redeem('no-token-at-all')).toMatchObject({
    accept: false,
    able: true,
    status: 200,
    response: refused('response_invalid'),
  })
  expect(await redeem(token, 'bsec_nobodys')).toMatchObject({
    accept: false,
    able: false,
    status: 401,
    response: refused('auth_invalid'),
  })
  // The library sends the site key along, and that is not the stranger's.
  expect(await redeem(token, world.stranger.secretKey)).toMatchObject({
    accept: false,
    able: false,
    status: 400,
    response: refused('sitekey_invalid'),
  })
  expect(await redeem(token)).toMatchObject({
    accept: true,
    able: true,
    status: 200,
    response: {
      success: true,
      data: {
        event_id: expect.any(String),
        challenge: { timestamp: expect.any(String), origin: expect.stringContaining('localhost') },
      },
    },
  })
  expect(await redeem(token)).toMatchObject({
    accept: false,
    able: true,
    status: 200,
    response: refused('response_duplicate'),
  })
  expect(world.detour.asked).toEqual([])
  await site.close()
})
