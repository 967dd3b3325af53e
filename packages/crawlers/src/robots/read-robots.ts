/** A line of a group that says what may be fetched. */
export interface RobotsRule {
  readonly allows: boolean
  /** As written, such as `/private/*.pdf$`. */
  readonly pattern: string
  /** Of the file, from 1. */
  readonly line: number
}

/** Rules for those who call themselves by one of some names. */
export interface RobotsGroup {
  /** As written; `*` is for all who are not named anywhere. */
  readonly agents: readonly string[]
  readonly rules: readonly RobotsRule[]
}

export interface Robots {
  readonly groups: readonly RobotsGroup[]
  readonly sitemaps: readonly string[]
}

/** Crawlers must read so much of a file, and need not read more (RFC 9309, 2.5). In UTF-16 units. */
const lengthMax = 500 * 1_024

/** Reads a robots.txt by RFC 9309. Whatever is no rule is passed over, as crawlers do; nothing is an error. */
export function readRobots(text: string): Robots {
  const groups: { agents: string[]; rules: RobotsRule[] }[] = []
  const sitemaps: string[] = []
  /** Names may be added to the last group until it has a rule. */
  let isOpen = false
  const lines = text
    .slice(0, lengthMax)
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
  for (const [index, written] of lines.entries()) {
    const [content = ''] = written.split('#', 1)
    const colon = content.indexOf(':')
    if (colon === -1) continue
    const value = content.slice(colon + 1).trim()
    switch (content.slice(0, colon).trim().toLowerCase()) {
      case 'user-agent':
        if (!isOpen) groups.push({ agents: [], rules: [] })
        groups.at(-1)?.agents.push(value)
        isOpen = true
        break
      case 'allow':
        groups.at(-1)?.rules.push({ allows: true, pattern: value, line: index + 1 })
        isOpen = false
        break
      case 'disallow':
        groups.at(-1)?.rules.push({ allows: false, pattern: value, line: index + 1 })
        isOpen = false
        break
      case 'sitemap':
        if (value !== '') sitemaps.push(value)
        break
      default:
    }
  }
  return { groups, sitemaps }
}

/**
 * The rules for a crawler: those of all groups that name it, or else those for all others.
 *
 * @param agent its product token, or a user agent that begins with it
 */
export function rulesFor({ groups }: Robots, agent: string): readonly RobotsRule[] {
  const own = tokenOf(agent)
  const named = groups.filter(({ agents }) => agents.some((name) => own !== '' && tokenOf(name) === own))
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  return chosen.flatMap(({ rules }) => rules)
}

/**
 * Whether a crawler may fetch a path by RFC 9309: the longest rule that fits decides, and of equally long ones the one that
 * allows. The file itself may always be fetched.
 *
 * @param agent its product token, such as `GPTBot`
 * @param path with its query, in any form of percent-encoding
 */
export function isAllowed(robots: Robots, agent: string, path: string): boolean {
  // A star or a dollar of the path is itself; a rule that means one writes it encoded.
  const asked = encoded(path).replaceAll('*', '%2A').replaceAll('$', '%24')
  if (asked === '/robots.txt') return true
  let longest = -1
  let allowed = true
  for (const { pattern, allows } of rulesFor(robots, agent)) {
    const rule = encoded(pattern)
    if (rule === '' || rule.length < longest || (rule.length === longest && !allows)) continue
    if (!fitsRule(rule, asked)) continue
    longest = rule.length
    allowed = allows
  }
  return allowed
}

/** The name that robots.txt goes by, in lower case. RFC 9309 knows no digits in it; some crawlers have them all the same. */
function tokenOf(name: string): string {
  return /^[a-z0-9_-]*/iu.exec(name)?.[0].toLowerCase() ?? ''
}

/** One spelling of what percent-encoding can spell in many: only what must be encoded is, with capital digits. */
function encoded(path: string): string {
  const query = path.indexOf('?')
  // A slash or colon of a query means nothing, and is written either way (RFC 9309, 2.2.2); that of a path does.
  const plain =
    query === -1 ? path : path.slice(0, query) + path.slice(query).replaceAll(/%2F/giu, '/').replaceAll(/%3A/giu, ':')
  const unescaped = plain.replaceAll(/%([0-9a-f]{2})/giu, (escape, digits: string) => {
    const sign = String.fromCharCode(Number.parseInt(digits, 16))
    return /[a-z0-9._~-]/iu.test(sign) ? sign : escape.toUpperCase()
  })
  return unescaped.replaceAll(/[^\u0021-\u007e]+/gu, (others) => encodeURIComponent(others.toWellFormed()))
}

/** Whether a rule fits the beginning of a path. Each piece is looked for once, so that no rule is slow. */
function fitsRule(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$')
  const pieces = (isWhole ? rule.slice(0, -1) : rule).replaceAll('$', '%24').split('*')
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  let from = first.length
  if (isWhole && rest.length === 0) return from === path.length
  for (const [index, piece] of rest.entries()) {
    if (isWhole && index === rest.length - 1) return path.length - piece.length >= from && path.endsWith(piece)
    const found = path.indexOf(piece, from)
    if (found === -1) return false
    from = found + piece.length
  }
  return true
}
