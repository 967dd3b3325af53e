/**
 * One spelling for all paths that some server treats alike, so that one way of writing it cannot pass where another one
 * is stopped: letters, digits and `-._~` that need no escape are unescaped (RFC 3986, 6.2.2.2), `\` and the escapes of
 * `/` and `\` count as `/`, empty and dot segments are taken out (5.2.4), and a parameter of a segment (`;v=1`) is cut
 * off, since servers differ in what they make of these. For deciding and counting only: a site gets what was sent.
 * `target` is a path that may have a query. The result always begins with `/`; a slash at the end stays.
 */
export function normalPath(target: string): string {
  const end = target.search(/[?#]/u)
  const path = end === -1 ? target : target.slice(0, end)
  // Nearly every path is written plainly.
  if (path.startsWith('/') && !/[%\\;]|\/\.{0,2}(?:\/|$)/u.test(path.slice(1)) && !/^\/[/.]/u.test(path)) return path
  const segments: string[] = []
  const given = unescaped(path).split('/')
  let last = ''
  for (const segment of given) {
    last = segment.split(';', 1)[0] ?? ''
    if (last === '..') segments.pop()
    else if (last !== '' && last !== '.') segments.push(last)
  }
  const isFolder = segments.length > 0 && (last === '' || last === '.' || last === '..')
  return `/${segments.join('/')}${isFolder ? '/' : ''}`
}

/**
 * Whether a path goes back a step (`..`) in a spelling that some server understands. Browsers take such steps out before they ask. Of
 * servers some do, some don't and some only where nothing is escaped, so what one takes for `/style.css` another answers as `/shop/*`.
 */
export function climbs(target: string): boolean {
  const end = target.search(/[?#]/u)
  const path = end === -1 ? target : target.slice(0, end)
  if (!path.includes('..') && !path.includes('%')) return false
  return unescaped(path)
    .split('/')
    .some((segment) => segment.split(';', 1)[0] === '..')
}

/**
 * The form in which paths are told apart where a rule is for some of them, or a limit counts them: `normalPath` in small letters,
 * with all but ASCII escaped and without a slash at the end, since many a server answers `/Login/` as `/login`. A star stays one.
 */
export function comparedPath(target: string): string {
  return foldedPath(normalPath(target))
}

/** The same of a path that is in its normal form. */
export function foldedPath(normal: string): string {
  const path = normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal
  // Letters beyond ASCII have both cases too, and come escaped.
  if (!/\P{ASCII}|%[89a-f]/iu.test(path)) return path.toLowerCase()
  return path
    .toWellFormed()
    .replaceAll(/(?:%[89a-f][\da-f])+/giu, written)
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\P{ASCII}+/gu, (text) => encodeURIComponent(text))
    .toLowerCase()
}

/** What escapes stand for; themselves where they are no UTF-8. */
function written(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/** Twice, since a second server behind the first may unescape what is left. */
function unescaped(path: string): string {
  const once = (text: string): string =>
    text.replaceAll(/%([\da-f]{2})/giu, (escape: string, digits: string) => {
      const character = String.fromCharCode(Number.parseInt(digits, 16))
      return /[\w\-.~/\\;%]/u.test(character) ? character : escape.toUpperCase()
    })
  return once(once(path)).replaceAll('\\', '/')
}
