import type { Checks } from './check.ts'
import { claimedBrowser } from './claimed-browser.ts'
import { userAgentDataOf } from './declared.ts'
import { contradicts, describeNavigator } from './describe-navigator.ts'
import { isNative, isNativeGetter, isProxied } from './native-function.ts'
import { owns } from './owns.ts'

/** A browser whose story does not hold together. */
export const tamper: Checks<
  | 'worker-contradiction'
  | 'frame-contradiction'
  | 'early-frame-lie'
  | 'native-function-lie'
  | 'proxy-lie'
  | 'navigator-own-keys'
  | 'navigator-contradiction'
  | 'engine-contradiction'
> = {
  'worker-contradiction': ({ page, worker }) => worker && contradicts(describeNavigator(page.navigator), worker),

  'frame-contradiction': ({ page, clean }) =>
    clean && contradicts(describeNavigator(page.navigator), describeNavigator(clean.navigator)),

  // A frame that hangs nowhere has no window; who makes frames lie gives it one as soon as it has a text.
  'early-frame-lie': ({ page }) => {
    // oxlint-disable-next-line iframe-missing-sandbox -- it never hangs in a page, so nothing runs in it
    const frame = page.document.createElement('iframe')
    // Under Trusted Types a plain text would be refused and reported.
    frame.srcdoc = Reflect.get(page, 'trustedTypes')?.emptyHTML ?? ' '
    return frame.contentWindow !== null || owns(frame, 'contentWindow') || owns(frame, 'srcdoc')
  },

  'native-function-lie': ({ page, clean }) => {
    if (!clean) return undefined
    // Only what stealth tools replace and what pages, polyfills and error trackers leave alone.
    const getters: [object, string][] = [
      ...['userAgent', 'platform', 'language', 'languages', 'hardwareConcurrency', 'plugins', 'vendor'].map(
        (name): [object, string] => [page.Navigator.prototype, name],
      ),
      [page.HTMLIFrameElement.prototype, 'contentWindow'],
      [page.MouseEvent.prototype, 'screenX'],
    ]
    const query: unknown = page.Permissions?.prototype.query
    return (
      getters.some(([owner, name]) => isNativeGetter(clean, owner, name) === false) ||
      (typeof query === 'function' && !isNative(clean, query, 'query'))
    )
  },

  'proxy-lie': ({ page }) => {
    const { navigator } = page
    const getters = proxiedGetters.map((name) => Reflect.getOwnPropertyDescriptor(page.Navigator.prototype, name)?.get)
    const objects: unknown[] = [
      navigator,
      navigator.plugins,
      navigator.mimeTypes,
      navigator.permissions,
      page.Permissions?.prototype.query,
    ]
    return [...getters, ...objects].some(isProxied)
  },

  'navigator-own-keys': ({ page }) =>
    [
      'userAgent',
      'platform',
      'language',
      'languages',
      'hardwareConcurrency',
      'deviceMemory',
      'plugins',
      'mimeTypes',
      'vendor',
      'permissions',
      'userAgentData',
    ].some((name) => owns(page.navigator, name)),

  'navigator-contradiction': ({ page: { navigator } }) => {
    const { userAgent, platform } = navigator
    const data = userAgentDataOf(navigator)
    const chromium = data?.brands.find(({ brand }) => brand === 'Chromium')
    if (
      chromium &&
      Number(chromium.version) !== claimedBrowser(userAgent).chromium &&
      claimedBrowser(userAgent).chromium > 0
    )
      return true
    if (data && claimedBrowser(userAgent).engine !== 'v8') return true
    if (userAgent.includes('Windows NT'))
      return !platform.startsWith('Win') || (data?.platform ?? 'Windows') !== 'Windows'
    if (userAgent.includes('Macintosh'))
      return !/^(?:Mac|iP)/u.test(platform) || (data?.platform ?? 'macOS') !== 'macOS'
    return /Linux|CrOS/u.test(userAgent) && /^(?:Win|Mac)/u.test(platform)
  },

  'engine-contradiction': ({ page, clean }) => {
    const { engine } = claimedBrowser(page.navigator.userAgent)
    if (engine === 'unknown') return undefined
    // Each engine writes this one function with a length of its own.
    const length = Reflect.get(clean ?? page, 'eval').toString().length
    if (length !== 33 && length !== 37) return undefined
    return (length === 33) !== (engine === 'v8')
  },
}

/** What stealth tools put a proxy before, and tools for privacy do not. */
const proxiedGetters = [
  'webdriver',
  'userAgent',
  'platform',
  'language',
  'languages',
  'hardwareConcurrency',
  'deviceMemory',
  'plugins',
  'mimeTypes',
  'vendor',
]
