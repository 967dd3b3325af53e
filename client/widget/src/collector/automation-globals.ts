/**
 * Names that automation tools leave on a page's window or document. This stops a visitor, so a page's own names, such
 * as `cdc_config`, `__pwa` or `__driverTour`, must not look like them.
 */
const traces =
  /^\$?cdc_[a-zA-Z\d]{22}_|^\$(?:chrome_asyncScriptInfo|wdc_)|^__(?:pw[A-Z_]|playwright|puppeteer_|ariaQuerySelector|phantom(?:as|js)?$|nightmare|(?:webdriver|selenium|fxdriver|driver)_|lastWatir)|^(?:_phantom|callPhantom|callSelenium|domAutomation(?:Controller)?|_selenium|awesomium|_sahi)$|^(?:_Selenium_|_WEBDRIVER|wdioElectron)/u

/**
 * What TestCafe's proxy puts into every page. The proxy itself, `%hammerhead%`, is also that of Rammerhead, through which
 * people read the web. It rewrites how scripts list properties, so these are asked for by name.
 */
const putByProxies = ['%testCafeCore%', '%testCafeAutomation%', '%testCafeDriverInstance%']

/** Whether any automation tool has left its names; some come only with the tool's first question, so this is asked twice. */
export function hasAutomationGlobals({ document }: { readonly document: Document }, page: object): boolean {
  const names = [...Object.getOwnPropertyNames(page), ...Object.getOwnPropertyNames(document)]
  const root = document.documentElement
  return (
    names.some((name) => traces.test(name)) ||
    putByProxies.some((name) => name in page) ||
    ['webdriver', 'selenium', 'driver'].some((name) => root.hasAttribute(name))
  )
}
