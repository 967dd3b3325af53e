import { expect, test } from 'vitest'
import { hasAutomationGlobals } from './automation-globals.ts'

/** A document with as much on it as the check asks for. */
function pageWith(windowKeys: readonly string[], documentKeys: readonly string[] = [], attribute = ''): boolean {
  const document = {
    ...objectOf(documentKeys),
    documentElement: { hasAttribute: (name: string) => name === attribute },
  }
  return hasAutomationGlobals({ document: document as unknown as Document }, objectOf(windowKeys))
}

const objectOf = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 1]))

test.for([
  'cdc_adoQpoasnfa76pfcZLmcfl_Array',
  '$cdc_asdjflasutopfhvcZLmcfl_',
  '__pwInitScripts',
  '__playwright_builtins__',
  '__playwright__binding__',
  '__puppeteer_utility_world__',
  '__ariaQuerySelector',
  '__ariaQuerySelectorAll',
  '_phantom',
  'callPhantom',
  '__nightmare',
  'domAutomation',
  'domAutomationController',
  '_selenium',
  '_Selenium_IDE_Recorder',
  '__webdriver_evaluate',
  '__selenium_unwrapped',
  '__driver_evaluate',
  '__fxdriver_evaluate',
  '_sahi',
])('%s is a trace, on the window and on the document', (name) => {
  expect(pageWith([name])).toBe(true)
  expect(pageWith([], [name])).toBe(true)
})

test('the proxy of a test tool is a trace, and none where people read the web through the same proxy', () => {
  expect(pageWith(['%hammerhead%', '%testCafeCore%'])).toBe(true)
  expect(pageWith(['%hammerhead%', '%testCafeAutomation%'])).toBe(true)
  expect(pageWith(['%hammerhead%'])).toBe(false)
})

test('attributes that drivers set on the root are traces', () => {
  expect(pageWith([], [], 'webdriver')).toBe(true)
})

test.for([
  'dataLayer',
  '__webpack_require__',
  '__NEXT_DATA__',
  '$',
  '_gaq',
  'Sentry',
  '__REACT_DEVTOOLS_GLOBAL_HOOK__',
  'cdn',
  '__phoneNumber',
  'driverInfo',
  'cdc_config',
  '__pwa',
  '__pwdPolicy',
  '__driverTour',
  '_phantomWallet',
  '__seleniumDeficiency',
])('%s of an ordinary page is none', (name) => {
  expect(pageWith([name])).toBe(false)
})
