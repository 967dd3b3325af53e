import { setTimeout as sleep } from 'node:timers/promises'
import { createCursor } from 'ghost-cursor'
import type { VisitInput } from '../visitor.ts'
import { email, message, type PuppeteerPage } from './fill-form.ts'
import { untilDone } from './session.ts'

interface CursorPage extends PuppeteerPage {
  readonly keyboard: { type(text: string, options?: { delay?: number }): Promise<void> }
}

/** Clicks with ghost-cursor and types with a new pause for every key, as its users combine them. */
export async function fillWithCursor(
  page: CursorPage & Parameters<typeof createCursor>[0],
  { url, variation }: VisitInput,
  deadline: AbortSignal,
): Promise<void> {
  const { pace, random } = variation
  const cursor = createCursor(page)
  await page.goto(url)
  await page.waitForSelector('#email')
  for (const [selector, text] of [
    ['#email', email],
    ['#message', message],
  ] as const) {
    await cursor.click(selector)
    for (const key of text) {
      await page.keyboard.type(key, { delay: 20 + 40 * random() })
      await sleep((20 + 80 * random()) * pace)
    }
  }
  await sleep(500 * pace)
  await cursor.click('#send')
  await untilDone(() => page.title(), deadline)
}
