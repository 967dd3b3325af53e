/** How the widget is to be on this page. */
export interface Wishes {
  readonly theme: string | null
  readonly badge: boolean
  readonly whiteLabel: boolean
  readonly privacyUrl: string | null
  readonly minimalData: boolean
  readonly honeypot: boolean
  readonly failover: boolean
  /** These three as they came, JSON where the page has written them: only the owner's script makes use of them, and it checks them. */
  readonly design: unknown
  readonly translations: unknown
  readonly test: unknown
}

/**
 * What the page says in attributes, else what the owner has set; `off` takes back what is set, and null in the settings is off
 * whatever the page says. Settings that have not come, or cannot be read, leave everything as the widget does it by itself.
 */
export function wishesOf(host: Pick<Element, 'getAttribute'>, settings: unknown): Wishes {
  const { widget, minimalData, honeypots, failover, test } = Object(settings)
  const set = Object(widget)
  const own = (name: string) => host.getAttribute(name)
  const isOn = (name: string, isSet: unknown) => isSet !== null && (own(name) ?? (isSet === true || 'off')) !== 'off'
  return {
    theme: own('theme') ?? (set.theme === 'DARK' ? 'dark' : set.theme === 'LIGHT' ? 'light' : null),
    badge: isOn('invisible', set.invisible),
    whiteLabel: isOn('white-label', set.whiteLabel),
    // No other kind of address that the page did not write itself may become a link on it.
    privacyUrl: (own('privacy-url') ?? (String(set.privacyUrl).startsWith('https:') ? set.privacyUrl : '')) || null,
    minimalData: minimalData === true,
    honeypot: isOn('honeypot', honeypots !== false),
    failover: isOn('failover', failover),
    design: own('design') ?? set.design,
    translations: own('translations') ?? set.translations,
    test,
  }
}
