const asked = new Map<string, Promise<unknown>>()

/**
 * What lies at an address, asked for once on a page, whatever number of widgets there are. Never rejects: without an answer it
 * is null, and whoever needs it next asks again.
 */
export function askOnce(address: string): Promise<unknown> {
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
