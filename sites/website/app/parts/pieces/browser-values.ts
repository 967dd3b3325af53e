/** What a script can ask a browser without permission, in the words of the browser; null where it doesn't tell. */
export type BrowserValues = Readonly<Record<BrowserValue, string | null>>

/** In the order in which they are shown. */
export const browserValueNames = [
  'userAgent',
  'languages',
  'timeZone',
  'screen',
  'window',
  'cores',
  'memory',
  'touch',
  'graphics',
  'preferences',
  'referrer',
  'history',
] as const
export type BrowserValue = (typeof browserValueNames)[number]

/** Asks this browser. Nothing is stored or sent. */
export function readBrowser(): BrowserValues {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number }
  return {
    userAgent: navigator.userAgent,
    languages: navigator.languages.join(', '),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    screen: `${screen.width} × ${screen.height} × ${devicePixelRatio}, ${screen.colorDepth} bit`,
    window: `${innerWidth} × ${innerHeight}`,
    cores: String(navigator.hardwareConcurrency),
    memory: deviceMemory === undefined ? null : `${deviceMemory} GiB`,
    touch: String(navigator.maxTouchPoints),
    graphics: graphicsCard(),
    preferences: preferences(),
    referrer: document.referrer === '' ? null : document.referrer,
    history: String(history.length),
  }
}

function preferences(): string | null {
  const asked = [
    'prefers-color-scheme: dark',
    'prefers-reduced-motion: reduce',
    'prefers-contrast: more',
    'forced-colors: active',
  ]
  const found = asked.filter((query) => matchMedia(`(${query})`).matches)
  return found.length === 0 ? null : found.join(', ')
}

function graphicsCard(): string | null {
  const context = document.createElement('canvas').getContext('webgl')
  if (context === null) return null
  const details = context.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = context.getParameter(details?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER)
  // Browsers keep few of them; this one has served.
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return typeof name === 'string' ? name : null
}
