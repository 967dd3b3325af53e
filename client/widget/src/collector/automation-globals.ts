/** Names that automation tools leave on a page's window or document. */
const traces =
  /^\$?cdc_|^\$(?:chrome_asyncScriptInfo|wdc_)|^__(?:pw|playwright|puppeteer|ariaQuerySelector|phantom|nightmare|webdriver|selenium|fxdriver|driver|lastWatir)|^(?:_phantom|callPhantom|callSelenium|domAutomation|_selenium|_Selenium|_WEBDRIVER|wdioElectron|awesomium$)/u

/** Whether any automation tool has left its names; some come only with the tool's first question, so this is asked twice. */
export function hasAutomationGlobals({ document }: { readonly document: Document }, page: object): boolean {
  const names = [...Object.getOwnPropertyNames(page), ...Object.getOwnPropertyNames(document)]
  const root = document.documentElement
  return names.some((name) => traces.test(name)) || ['webdriver', 'selenium', 'driver'].some((name) => root.hasAttribute(name))
}
