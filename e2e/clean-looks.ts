import { runs } from '@bollard/testing/seed'
import type { Page } from '@playwright/test'

/** How pages are looked at: each language in each theme, each theme in each width, and each width in each language, once. */
const cleanLooks = [
  { name: 'wide, light, en', language: 'en', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'wide, dark, de', language: 'de', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'narrow, dark, en', language: 'en', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  { name: 'narrow, light, de', language: 'de', colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const

type CleanLook = (typeof cleanLooks)[number]

/**
 * The same by language: a page is opened once in each, in the first of its looks, and is looked at in the other one as well while
 * it is open. One language begins wide and light, the other one wide and dark.
 */
export const looksByLanguage: readonly {
  readonly language: CleanLook['language']
  readonly looks: readonly [CleanLook, CleanLook]
}[] = [
  { language: 'en', looks: [cleanLooks[0], cleanLooks[2]] },
  { language: 'de', looks: [cleanLooks[1], cleanLooks[3]] },
]

/**
 * Whether axe reads a page in this look of a language. The first of several kinds of page is read in both looks of English, the others in
 * one of them in turn; German brings words of another length. The nightly run reads all.
 */
export function isRead(kind: number, language: CleanLook['language'], look: number): boolean {
  return runs(1) > 1 || (language === 'en' && (kind === 0 || kind % 2 === look))
}

/** Has a page that is open shown in a look, and waits until its colours and what else is moved by that are where they belong. */
export async function showIn(page: Page, { colorScheme, viewport }: CleanLook): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    // Twice: what a frame has begun is seen in the next one.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const moves = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(moves.map(({ finished }) => finished))
  })
}
