import { languages } from '../packages/i18n/src/languages.ts'

/** What the HTML of a page says, as far as one can tell without a browser. */
export interface CrawledPage {
  readonly address: string
  readonly status: number
  readonly html: string
}

/** Gets pages a few at a time. */
export async function crawl(addresses: readonly string[]): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = []
  const left = [...addresses]
  async function work(): Promise<void> {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const answer = await fetch(address, { redirect: 'manual' })
      pages.push({ address, status: answer.status, html: await answer.text() })
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return pages
}

/** The addresses that a sitemap lists. */
export async function addressesIn(sitemap: string): Promise<string[]> {
  const xml = await (await fetch(sitemap)).text()
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/gu)].map(([, address = '']) => address)
}

/** What is wrong with a page by itself. `written` are the languages that it exists in. */
export function faultsOf({ address, status, html }: CrawledPage, written: readonly string[] = languages): string[] {
  const { pathname } = new URL(address)
  const language = pathname.slice(1, 3)
  const faults: string[] = []
  if (status !== 200) faults.push(`answers ${status}`)
  if (!html.startsWith('<!DOCTYPE html>')) faults.push('has no doctype')
  if (!html.includes(`<html lang="${language}"`)) faults.push('names another language')
  if (count(html, /<h1[ >]/gu) !== 1) faults.push(`has ${count(html, /<h1[ >]/gu)} first headings`)
  if (count(html, /<main[ >]/gu) !== 1) faults.push('has not one main part')
  if (textIn(html, 'title') === '') faults.push('has no title')
  const description = descriptionOf(html)
  if (description === '' || description.length > 200) faults.push(`is described in ${description.length} characters`)
  if (!html.includes(`rel="canonical" href="${address}"`)) faults.push('is not its own canonical address')
  for (const other of [...written, 'x-default'])
    if (!new RegExp(`hrefLang="${other}" href="[^"]+${pathname.slice(3)}"`, 'u').test(html))
      faults.push(`names no ${other}`)
  if (!html.includes(`<meta property="og:image" content="${new URL(address).origin}/social/`))
    faults.push('names no picture of itself')
  const ids = [...html.matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (twice.length > 0) faults.push(`has ids twice: ${twice.join(', ')}`)
  const levels = [...html.matchAll(/<h([1-6])[ >]/gu)].map(([, level]) => Number(level))
  if (levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1)) faults.push('leaves out levels of headings')
  // React, its router and its texts would come as modules that the page loads beforehand.
  if (/rel="modulepreload"|entry\.client|id="site"/u.test(html)) faults.push('loads a framework')
  const unbalanced = unclosedElements(html)
  if (unbalanced !== null) faults.push(unbalanced)
  return faults
}

/** Links to pages of the same site, or of another one: their addresses with the anchor. */
export function linksOf({ address, html }: CrawledPage, site = new URL(address).origin): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/gu)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), address))
    .filter(({ origin }) => origin === site)
    .map(({ href }) => href)
}

interface LinkOptions {
  /** Origin of the site that is linked; that of the pages without it. */
  readonly site?: string
  /** Pages that are there and that nobody opened: a link to one names no heading. */
  readonly isThere?: (address: string) => boolean
}

/** Links of the pages that lead to no page, or to no heading of one, each once. A page that is not among them is asked for. */
export async function brokenLinks(
  pages: readonly CrawledPage[],
  { site, isThere = () => false }: LinkOptions = {},
): Promise<string[]> {
  const links = [...new Set(pages.flatMap((page) => linksOf(page, site)))]
  const known = new Map(pages.map((page) => [page.address, page]))
  const wanted = new Set(links.map((link) => link.split('#', 1)[0] ?? ''))
  const unknown = [...wanted].filter((address) => !known.has(address) && !isThere(address))
  for (const page of await crawl(unknown)) known.set(page.address, page)
  return links.filter((link) => {
    const [address = '', anchor = ''] = link.split('#')
    const target = known.get(address)
    if (target === undefined) return anchor !== '' && anchor !== 'content'
    // A page may have moved; where it is now is one of the pages.
    if (target.status >= 300 && target.status < 400) return false
    if (target.status !== 200) return true
    return anchor !== '' && !idsOf(target).has(decodeURIComponent(anchor))
  })
}

export const titleOf = ({ html }: CrawledPage): string => textIn(html, 'title')

export function descriptionOf(html: string): string {
  return /<meta name="description" content="([^"]*)"/u.exec(html)?.[1] ?? ''
}

export function idsOf({ html }: CrawledPage): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]*)"/gu)].map(([, id = '']) => id))
}

const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/u
/** Drawings close their shapes themselves. */
const drawn = /<svg[^>]*>.*?<\/svg>/gsu

/** The first element that is not closed where it has to be; null in a page whose elements nest. */
function unclosedElements(html: string): string | null {
  const open: string[] = []
  const text = html.replaceAll(drawn, '').replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gsu, '')
  for (const [, end, name = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9-]*)(?:\s[^>]*)?>/gu)) {
    if (empty.test(name)) continue
    if (end === '') open.push(name)
    else if (open.pop() !== name) return `closes <${name}> in the wrong place`
  }
  return open.length === 0 ? null : `leaves <${open.at(-1)}> open`
}

function textIn(html: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(html)?.[1]?.trim() ?? ''
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
