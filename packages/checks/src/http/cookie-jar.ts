/** Cookies of one check: what a site sets is sent back to the same site until the check ends. */
export interface CookieJar {
  readonly take: (url: URL, headers: Readonly<Record<string, string>>) => void
  /** The header for an address; null where there is nothing to send. */
  readonly headerFor: (url: URL) => string | null
}

const cookiesMax = 50
const valueLengthMax = 4_096

/** A jar for one check. Only the site that set a cookie gets it back, whatever domain it names: nothing leaks to a sibling. */
export function createCookieJar(): CookieJar {
  const jars = new Map<string, Map<string, string>>()
  return {
    take({ origin }, { 'set-cookie': text = '' }) {
      const jar = jars.get(origin) ?? new Map<string, string>()
      jars.set(origin, jar)
      // Joined by commas, which stand in dates too: a cookie begins with a name and an equals sign.
      for (const cookie of text.split(/,(?=\s*[!#$%&'*+.^_`|~\w-]{1,256}=)/u)) {
        const [, name, value = ''] = /^\s*([!#$%&'*+.^_`|~\w-]{1,256})=([^;]*)/u.exec(cookie) ?? []
        if (name === undefined || value.length > valueLengthMax) continue
        if (/;\s*max-age=(?:0|-)/iu.test(cookie)) jar.delete(name)
        else if (jar.size < cookiesMax) jar.set(name, value.trim())
      }
    },
    headerFor({ origin }) {
      const jar = jars.get(origin)
      if (jar === undefined || jar.size === 0) return null
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
  }
}
