const asked = new Map<string, Promise<unknown>>()

/** The settings of a site, asked for once on a page. Never rejects: without an answer they are null, and the next widget asks again. */
export function askSettings(api: string, siteKey: string): Promise<unknown> {
  const address = `${api}/captcha/v1/widget-settings/${encodeURIComponent(siteKey)}`
  const answer =
    asked.get(address) ??
    fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
      .then(async (response): Promise<unknown> => (response.ok ? response.json() : null))
      .catch(() => {
        asked.delete(address)
        return null
      })
  asked.set(address, answer)
  return answer
}
