export interface ClaimedBrowser {
  /** Version of Chromium that the user agent names; 0 for all others and for apps with a browser inside. */
  readonly chromium: number
  readonly engine: 'v8' | 'other' | 'unknown'
  readonly desktop: boolean
}

/** What a user agent claims to be, as far as the checks need it. */
export function claimedBrowser(userAgent: string): ClaimedBrowser {
  const embedded = /QtWebEngine|Electron|; wv\)/u.test(userAgent)
  const major = Number(/Chrome\/(\d+)/u.exec(userAgent)?.[1] ?? 0)
  const others = /\bFirefox\/|Version\/\d.*Safari\/|CriOS|FxiOS/u.test(userAgent)
  return {
    chromium: embedded ? 0 : major,
    engine: major > 0 ? 'v8' : others ? 'other' : 'unknown',
    desktop: /Windows NT|Macintosh|X11/u.test(userAgent) && !/Mobile|Android|CrOS/u.test(userAgent),
  }
}
