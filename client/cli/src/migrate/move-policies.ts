import { policyHost } from './captchas.ts'

/** Directives that name where something comes from. */
const directive =
  /(?<![\w-])((?:default|script|connect|frame|child|style|img|font|worker)-src(?:-elem)?)((?:[ \t]+(?:\\?'[\w+/=-]+\\?'|[^\s;"'`<>,()]+))+)/gu
const directiveName = /(?<![\w-])(?:script|default|frame|connect)-src(?![\w-])/gu
/** A policy behind the name of its header, where no quotes hold it. */
const header = /(content-security-policy(?:-report-only)?:[ \t]{0,8})((?:[^\r\n"'`]|\\?'[\w+/=-]+\\?')+)/giu
const policyLettersMax = 6_000
/** Lists of helmet, django-csp, Rails and their like: a name and quoted sources behind it. */
const lists =
  /(?<![\w-])((?:script|connect|frame|child|style|img|font|default)(?:Src|_src|-src)(?:Elem|_elem|-elem)?["']?\s{0,8}(?:[:=]\s{0,8}|\s)|CSP_(?:SCRIPT|CONNECT|FRAME|CHILD|STYLE|IMG|FONT|DEFAULT)_SRC(?:_ELEM)?\s{0,8}=\s{0,8})([[(]?)((?:\s{0,40},?\s{0,40}(?::[a-z_]+|"[^"\r\n]*"|'[^'\r\n]*'))+)/gu

/**
 * Puts the installation where content policies name the hosts of captchas: the first host of a directive becomes ours, the others go.
 * A whole policy that allows our script gets our address in `connect-src`, without which nobody gets a token. Everything else stays.
 */
export function movePolicies(text: string, host: string): string {
  if (!/(?:-src|Src|_src|_SRC)/u.test(text)) return text
  const origin = new URL(host).origin
  const moved = moveQuoted(text, origin).replaceAll(
    header,
    (_whole, name: string, policy: string) => name + movePolicy(policy, origin),
  )
  return moved.replaceAll(
    lists,
    (_whole, name: string, open: string, sources: string) => name + open + moveList(name, sources, origin),
  )
}

/** Policies in double quotes or backticks, such as those of a meta element or of code. */
function moveQuoted(text: string, origin: string): string {
  let moved = ''
  let from = 0
  for (const { index } of text.matchAll(directiveName)) {
    if (index < from) continue
    const before = text.slice(Math.max(from, index - policyLettersMax), index)
    const open = Math.max(before.lastIndexOf('"'), before.lastIndexOf('`'))
    const start = index - before.length + open + 1
    const rest = text.slice(index, index + policyLettersMax)
    const length = open < 0 ? -1 : rest.indexOf(before[open] ?? '')
    const policy = length < 0 ? '' : text.slice(start, index + length)
    if (!isPolicy(policy)) continue
    moved += text.slice(from, start) + movePolicy(policy, origin)
    from = index + length
  }
  return moved + text.slice(from)
}

/** Every part begins with the name of a directive, or with something that code puts in. */
function isPolicy(text: string): boolean {
  return text !== '' && text.split(';').every((part) => /^\s*(?:$|[a-z][a-z-]*(?:\s|$)|\$\{)/u.test(part))
}

function movePolicy(policy: string, origin: string): string {
  let touched = false
  const moved = policy.replaceAll(directive, (whole: string, name: string, rest: string) => {
    const sources = rest.trim().split(/[ \t]+/u)
    const kept = moveSources(sources, origin)
    if (kept === null) return whole
    touched = true
    return `${name} ${kept.join(' ')}`
  })
  return touched ? allowCalls(moved, origin) : policy
}

/** The sources with ours in place of theirs; null where there was none of theirs. */
function moveSources(sources: readonly string[], origin: string): string[] | null {
  if (!sources.some((source) => policyHost.test(source))) return null
  const first = sources.findIndex((source) => policyHost.test(source))
  const isThere = sources.includes(origin)
  return sources.flatMap((source, at) =>
    at === first && !isThere ? [origin] : policyHost.test(source) ? [] : [source],
  )
}

function allowCalls(policy: string, origin: string): string {
  const calls = /(?<![\w-])connect-src((?:[ \t]+(?:\\?'[\w+/=-]+\\?'|[^\s;"'`<>,()]+))+)/u.exec(policy)
  if (calls) {
    const sources = (calls[1] ?? '').trim().split(/[ \t]+/u)
    if (sources.includes(origin)) return policy
    const wanted = [...sources.filter((source) => source !== "'none'"), origin]
    return policy.replace(calls[0], () => `connect-src ${wanted.join(' ')}`)
  }
  const fallback = /(?<![\w-])default-src((?:[ \t]+(?:\\?'[\w+/=-]+\\?'|[^\s;"'`<>,()]+))+)/u.exec(policy)
  if (!fallback) return policy
  const sources = (fallback[1] ?? '').trim().split(/[ \t]+/u)
  if (sources.includes(origin)) return policy
  const wanted = [...sources.filter((source) => source !== "'none'"), origin]
  return `${policy.replace(/[;\s]*$/u, '')}; connect-src ${wanted.join(' ')}${/;\s*$/u.test(policy) ? ';' : ''}`
}

function moveList(name: string, sources: string, origin: string): string {
  const quoted = [...sources.matchAll(/"[^"\r\n]*"|'[^'\r\n]*'/gu)].map(([text]) => text.slice(1, -1))
  if (!quoted.some((source) => policyHost.test(source))) return sources
  let isThere = quoted.includes(origin)
  return sources.replaceAll(
    /(\s{0,40},?\s{0,40})(?:"([^"\r\n]*)"|'([^'\r\n]*)')/gu,
    (whole: string, gap: string, double?: string, single?: string) => {
      if (!policyHost.test(double ?? single ?? '')) return whole
      if (isThere) return ''
      isThere = true
      const quote = double === undefined ? "'" : '"'
      return `${gap}${quote}${origin}${quote}`
    },
  )
}
