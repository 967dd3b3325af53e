import { hasAutomationGlobals } from './automation-globals.ts'
import type { Checks } from './check.ts'
import { claimedBrowser } from './claimed-browser.ts'
import { isNativeGetter } from './native-function.ts'
import { owns } from './owns.ts'

const headless = /Headless|PhantomJS|SlimerJS|jsdom|happy-?dom/iu

/** A browser that says of itself that it is automated, or hides that it would say so. */
export const declared: Checks<
  'webdriver' | 'webdriver-hidden' | 'headless-user-agent' | 'automation-globals' | 'automation-stack'
> = {
  webdriver: ({ page, clean }) => page.navigator.webdriver === true || clean?.navigator.webdriver === true,

  'webdriver-hidden': ({ page, clean }) => {
    const { navigator } = page
    const prototype: object = Object.getPrototypeOf(navigator)
    if (owns(navigator, 'webdriver')) return true
    // Old engines inside apps never had it; a current Chromium always has.
    if (!Reflect.has(navigator, 'webdriver')) return claimedBrowser(navigator.userAgent).chromium >= 100
    if (clean && clean.navigator.webdriver !== navigator.webdriver) return true
    return clean ? isNativeGetter(clean, prototype, 'webdriver') === false : undefined
  },

  'headless-user-agent': ({ page: { navigator }, worker }) =>
    [navigator.userAgent, navigator.appVersion, worker?.userAgent ?? '', ...brandsOf(navigator)].some((text) =>
      headless.test(text),
    ),

  'automation-globals': ({ page, globalsAtLoad }) => globalsAtLoad || hasAutomationGlobals(page, page),

  'automation-stack': ({ hands }) => hands.toolStacks > 0,
}

interface UserAgentData {
  readonly brands: readonly { readonly brand: string; readonly version: string }[]
  readonly mobile: boolean
  readonly platform: string
}

/** Chromium's structured user agent, which the DOM types do not know yet. */
export function userAgentDataOf(navigator: Navigator): UserAgentData | undefined {
  return (navigator as { userAgentData?: UserAgentData }).userAgentData
}

function brandsOf(navigator: Navigator): string[] {
  return userAgentDataOf(navigator)?.brands.map(({ brand }) => brand) ?? []
}
