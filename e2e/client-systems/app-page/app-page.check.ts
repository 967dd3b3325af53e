import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type Browser, expect, test } from '@playwright/test'
import { siteverify } from '../../customer-site.ts'
import { type Bollard, startBollard } from '../start-bollard.ts'

/** The page that the apps for Android, iOS and Flutter show, in Chromium, with a stand-in for the app. */
const template = readFileSync(new URL('../../../client/app-page.html', import.meta.url), 'utf8')
const channel = 'c'.repeat(32)

let bollard: Bollard
test.beforeAll(async () => void (bollard = await startBollard()))
test.afterAll(() => bollard?.stop())

async function open(browser: Browser, host = bollard.url) {
  const values = new Map(
    Object.entries({
      host,
      origin: host,
      siteKey: bollard.siteKey,
      channel,
      action: 'contact',
      language: '',
      theme: '',
    }),
  )
  const html = template.replaceAll(/\{\{(\w+)\}\}/gu, (_place, name: string) => values.get(name) ?? '')
  const page = await (await browser.newContext()).newPage()
  const told: Record<string, unknown>[] = []
  await page.exposeFunction('tellApp', (message: string) => void told.push(JSON.parse(message)))
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'BollardApp', {
      postMessage: (message: string) => Reflect.get(globalThis, 'tellApp')(message),
    })
  })
  // From a server: Chromium lets no page that came from nowhere ask this machine.
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const bound = server.address()
  await page.goto(`http://localhost:${typeof bound === 'object' ? bound?.port : ''}/`)
  server.close()
  const next = async (type: string) => {
    await expect.poll(() => told.some((message) => message['type'] === type)).toBe(true)
    const [found] = told.splice(
      told.findIndex((message) => message['type'] === type),
      1,
    )
    return found ?? {}
  }
  return { page, told, next, execute: () => page.evaluate(() => Reflect.get(globalThis, 'bollard').execute()) }
}

test('each call of the app gets a token of its own, which passes for the action', async ({ browser }) => {
  const { page, next, execute } = await open(browser)
  expect(await next('ready')).toEqual({ bollard: 1, channel, type: 'ready' })
  expect(await next('size')).toMatchObject({ height: expect.any(Number) })
  const tokens: string[] = []
  for (let n = 0; n < 2; n++) {
    await execute()
    tokens.push(String((await next('executed'))['token']))
  }
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens)
    expect(await siteverify(bollard.url, bollard.secretKey, token)).toMatchObject({ success: true, action: 'contact' })
  await page.context().close()
})

test('an installation that can’t be reached is told to the app', async ({ browser }) => {
  const { page, next } = await open(browser, 'http://127.0.0.1:9')
  expect(await next('unavailable')).toMatchObject({ code: 'script-unreachable', channel })
  await page.context().close()
})

test('the page runs no script but its own and the installation’s', async ({ browser }) => {
  const { page } = await open(browser)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.foreign = true'
    document.head.append(script)
  })
  expect(await page.evaluate(() => Reflect.get(globalThis, 'foreign'))).toBeUndefined()
  await page.context().close()
})
