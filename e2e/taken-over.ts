import type { Page } from '@playwright/test'

/**
 * Waits until React has taken over a page that it is to take over, so that a click or a key is answered by it and not by the form
 * as plain HTML sends it. What React has to say about what it found is said by then.
 */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.locator('main').first().waitFor()
  await page.waitForFunction(async () => {
    // Only such a page brings along what React needs to know.
    if (document.querySelector('script#site') === null) return true
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
    const root: unknown = key && Reflect.get(document, key)?.stateNode?.current?.memoizedState
    if (typeof root !== 'object' || root === null || Reflect.get(root, 'isDehydrated') !== false) return false
    // Effects run after the frame in which the page was taken over.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return true
  })
}

/** Opens a page and waits until it is taken over; the status of the answer. */
export async function openPage(page: Page, url: string): Promise<number | undefined> {
  const answer = await page.goto(url)
  await untilTakenOver(page)
  return answer?.status()
}
