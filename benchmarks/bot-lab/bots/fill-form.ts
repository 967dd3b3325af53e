import { setTimeout as sleep } from 'node:timers/promises'
import type { VisitInput } from '../visitor.ts'
import { untilDone } from './session.ts'

/** What every bot writes. */
export const email = 'Anna.Berg@example.org'
export const message = 'Hello, I would like to know more about Your offer!'

/** The part of Puppeteer's page, and of its forks', that a form bot uses. */
export interface PuppeteerPage {
  goto(url: string): Promise<unknown>
  waitForSelector(selector: string): Promise<unknown>
  type(selector: string, text: string, options?: { delay?: number }): Promise<void>
  click(selector: string): Promise<void>
  title(): Promise<string>
}

/** The part of Playwright's page, and of its forks', that a form bot uses. */
export interface PlaywrightPage {
  goto(url: string): Promise<unknown>
  fill(selector: string, text: string): Promise<void>
  click(selector: string): Promise<void>
  title(): Promise<string>
  locator(selector: string): { pressSequentially(text: string, options?: { delay?: number }): Promise<void> }
}

type Visit = Pick<VisitInput, 'url' | 'variation'>

/** `page.type` and `page.click`, as in Puppeteer's guide; `delay` is the pause between keys, in milliseconds. */
export async function fillWithPuppeteer(
  page: PuppeteerPage,
  { url, variation }: Visit,
  deadline: AbortSignal,
  delay = 0,
): Promise<void> {
  const options = delay > 0 ? { delay: Math.round(delay * variation.pace) } : {}
  await page.goto(url)
  await page.waitForSelector('#email')
  await page.type('#email', email, options)
  await page.type('#message', message, options)
  await sleep(500 * variation.pace)
  await page.click('#send')
  await untilDone(() => page.title(), deadline)
}

/** `page.fill` and `page.click`, as the recorder of Playwright writes them. */
export async function fillWithPlaywright(
  page: PlaywrightPage,
  { url, variation }: Visit,
  deadline: AbortSignal,
): Promise<void> {
  await page.goto(url)
  await page.fill('#email', email)
  await sleep(300 * variation.pace)
  await page.fill('#message', message)
  await sleep(500 * variation.pace)
  await page.click('#send')
  await untilDone(() => page.title(), deadline)
}

/** Click into each field, then key after key: what people do who were told that `fill` is noticed. */
export async function typeWithPlaywright(
  page: PlaywrightPage,
  { url, variation }: Visit,
  deadline: AbortSignal,
  delay = 70,
): Promise<void> {
  await page.goto(url)
  await page.click('#email')
  await page.locator('#email').pressSequentially(email, { delay: Math.round(delay * variation.pace) })
  await page.click('#message')
  await page.locator('#message').pressSequentially(message, { delay: Math.round(delay * variation.pace) })
  await sleep(500 * variation.pace)
  await page.click('#send')
  await untilDone(() => page.title(), deadline)
}
