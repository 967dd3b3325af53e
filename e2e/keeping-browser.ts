import { type Browser, chromium } from '@playwright/test'
import { leanInstalledBrowser } from './lean-browser.ts'

/**
 * A browser that keeps pages that were left and brings them back as they were, as persons' browsers do. Playwright switches that
 * off, and a build without a screen has to be told to do it at all.
 */
export async function launchKeepingBrowser(): Promise<Browser> {
  const { executablePath, args } = await leanInstalledBrowser()
  return chromium.launch({
    executablePath,
    args: [...args, '--enable-bfcache'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}
