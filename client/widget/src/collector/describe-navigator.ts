/** What a realm says of the browser; two honest realms of one browser say the same. Never leaves the visitor's browser. */
export interface NavigatorDescription {
  readonly userAgent: string
  readonly platform: string
  readonly language: string
  readonly cores: number
  /** Offsets over a year in minutes: to ask for the name of the zone takes some browsers 15 ms. */
  readonly timeZone: string
}

export function describeNavigator(
  navigator: Pick<Navigator, 'userAgent' | 'platform' | 'language' | 'hardwareConcurrency'>,
): NavigatorDescription {
  return {
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    language: navigator.language,
    cores: navigator.hardwareConcurrency,
    timeZone: [0, 3, 6, 9].map((month) => new Date(2026, month, 1).getTimezoneOffset()).join(),
  }
}

/** Whether two realms tell different stories. An iPad that asks for desktop sites names its platform differently in threads. */
export function contradicts(a: NavigatorDescription, b: NavigatorDescription): boolean {
  const samePlatform = a.platform === b.platform || (/^(?:iP|Mac)/u.test(a.platform) && /^(?:iP|Mac)/u.test(b.platform))
  return (
    a.userAgent !== b.userAgent ||
    a.language !== b.language ||
    a.cores !== b.cores ||
    a.timeZone !== b.timeZone ||
    !samePlatform
  )
}
