const scheme = /^PrivateToken(?: +|$)/i
/** One `auth-param` of RFC 9110 section 11.2 with the comma before the next; base64 with its `=` may stand unquoted, as some clients send it. */
const parameter = /([!#$%&'*+.^`|~\w-]+)[ \t]*=[ \t]*(?:"([^"\\]*)"|([!#$%&'*+.^`|~\w/-]+=*))[ \t]*(?:,[ \t]*|$)/y
const maximumLength = 4096

/**
 * Takes the parameter `token` out of `Authorization: PrivateToken token="…"` (RFC 9577 section 2.2). Other parameters are passed over.
 * @returns undefined for another scheme, null when there is no readable token or more than one
 */
export function readTokenParameter(authorization: string): string | null | undefined {
  const start = scheme.exec(authorization)
  if (start === null) return undefined
  if (authorization.length > maximumLength) return null
  let token: string | null = null
  parameter.lastIndex = start[0].length
  while (parameter.lastIndex < authorization.length) {
    const match = parameter.exec(authorization)
    if (match === null) return null
    const [, name, quoted, plain] = match
    if (name?.toLowerCase() !== 'token') continue
    if (token !== null) return null
    token = quoted ?? plain ?? null
  }
  return token
}
