export type EngineName = 'Chromium' | 'Firefox' | 'WebKit' | 'other'

/** What a request says it comes from, as far as the proof of engines tells visitors apart. */
export interface Engine {
  readonly name: EngineName
  /** Major version; 0 where none is named. */
  readonly major: number
  /** Not on a phone or tablet. */
  readonly desktop: boolean
  /** Engine, version and kind of device, such as `Firefox 153` or `Chromium 156 mobile`: browsers that are counted together. */
  readonly cohort: string
}

/** The engine that a user agent names, whatever the browser around it calls itself. All patterns are linear in its length. */
export function engineOf(userAgent: string): Engine {
  // Every browser on a phone of Apple has the engine of the system, with its version.
  if (/iPhone|iPad|iPod/u.test(userAgent)) return describe('WebKit', /\bOS (\d{1,3})_/u, userAgent, false)
  const desktop = !userAgent.includes('Android') && !userAgent.includes('Mobile')
  if (userAgent.includes('Chrome/')) return describe('Chromium', /Chrome\/(\d{1,3})\./u, userAgent, desktop)
  if (userAgent.includes('Firefox/')) return describe('Firefox', /Firefox\/(\d{1,3})\./u, userAgent, desktop)
  if (userAgent.includes('Safari/')) return describe('WebKit', /Version\/(\d{1,3})\b/u, userAgent, desktop)
  return { name: 'other', major: 0, desktop, cohort: 'other' }
}

function describe(name: EngineName, version: RegExp, userAgent: string, desktop: boolean): Engine {
  const major = Number(version.exec(userAgent)?.[1] ?? 0)
  return { name, major, desktop, cohort: `${name} ${major}${desktop ? '' : ' mobile'}` }
}
