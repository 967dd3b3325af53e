const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * True when a request that changes something was not sent by a page of `ownOrigin`. Every browser we support sends `origin`
 * with such requests; the few that leave it out must say in `sec-fetch-site` that they come from here.
 */
export function isCrossSiteWrite(request: Request, ownOrigin: string): boolean {
  if (harmless.has(request.method)) return false
  const origin = request.headers.get('origin')
  return origin === null ? request.headers.get('sec-fetch-site') !== 'same-origin' : origin !== ownOrigin
}
