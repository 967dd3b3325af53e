import { domainToUnicode } from 'node:url'
import { hasMixedScripts, isOfOtherScript } from '../text/scripts.ts'
import { readText } from '../text/words.ts'
import { type FieldVerdict, type Finding, found, verdictOf } from '../verdict.ts'
import { looksLike, skeletonOf } from './look-alikes.ts'

export interface LinkOptions {
  /** Domains that others may want to be taken for, such as the owner's own. */
  readonly protectedDomains?: readonly string[]
}
export interface LinksOfText extends LinkOptions {
  /** Links that a text may have without being flagged; default 3. */
  readonly linksMax?: number
}

/** Longer ones are cut by browsers and servers alike. */
const urlMax = 2_000
const linksLookedAt = 1_000
/** Different findings that are told of one text. */
const findingsMax = 20

/** Services that send on to anywhere; of those that are in wide use, since a list of all is never complete. */
const shorteners = new Set(
  (
    'adf.ly bit.ly buff.ly cutt.ly dub.sh goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly ' +
    's.id shorturl.at surl.li t.co t.ly t1p.de tiny.cc tinyurl.com trib.al urlz.fr v.gd x.gd'
  ).split(' '),
)

/**
 * The address of a page, as browsers read it (WHATWG). Without a scheme it is read as https. The normalised value has
 * no fragment.
 */
export function judgeUrl(typed: string, options: LinkOptions = {}): FieldVerdict {
  const text = typed.trim()
  if (text === '' || text.length > urlMax || /\s/u.test(text)) return verdictOf([found('url-invalid')])
  // Also before digits: `javascript:1/alert(1)` is no host with a port, and runs where it is made a link.
  const scheme = /^([a-z][a-z\d+-]{0,100}):/iu.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return verdictOf([found('url-scheme', { scheme })])
  const url = readUrl(scheme === undefined ? `https://${text}` : text)
  if (url === null) return verdictOf([found('url-invalid')])
  const normalized = new URL(url)
  normalized.hash = ''
  return verdictOf(findingsOf(url, options), { normalized: normalized.href })
}

/** The links of a text: how many, and where they lead. The first 1,000 are looked at. */
export function judgeLinks(typed: string, { linksMax = 3, ...options }: LinksOfText = {}): Finding[] {
  const { text } = readText(typed)
  const links = text.match(/\b(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^]{1,2000}/giu) ?? []
  if (links.length === 0) return []
  const findings: Finding[] = []
  if (links.length > linksMax) findings.push(found('text-many-links', { count: links.length, max: linksMax }))
  const beside = links.reduce((rest, link) => rest - link.length, text.replaceAll(/\s+/gu, '').length)
  if (beside < 10) findings.push(found('text-only-links'))
  const told = new Set<string>()
  for (const link of links.slice(0, linksLookedAt)) {
    if (told.size >= findingsMax) break
    const url = readUrl(/^www\./iu.test(link) ? `https://${link}` : link)
    for (const finding of url === null ? [] : findingsOf(url, options)) {
      // A text that names one host ten times tells one thing.
      const text = JSON.stringify(finding)
      if (!told.has(text)) findings.push(finding)
      told.add(text)
    }
  }
  return findings
}

function readUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url === null ||
    url.hostname === '' ||
    !/^[a-z\d.[\]:_-]+$/u.test(url.hostname) ||
    /^\.|\.\./u.test(url.hostname)
    ? null
    : url
}

function findingsOf(url: URL, { protectedDomains = [] }: LinkOptions): Finding[] {
  const findings: Finding[] = []
  const host = url.hostname.replace(/\.$/u, '')
  if (url.username !== '' || url.password !== '') findings.push(found('url-credentials'))
  if (/^(?:\d+\.){3}\d+$|^\[/u.test(host)) return [...findings, found('url-ip-host', { host })]
  if (!host.includes('.') || /\.(?:local|internal|localhost|test|invalid|home\.arpa)$/u.test(host))
    return [...findings, found('url-local-host', { host })]
  if (shorteners.has(host.replace(/^www\./u, ''))) findings.push(found('url-shortener', { host }))
  return [...findings, ...judgeHost(host, protectedDomains)]
}

/** A host, in ASCII, whose letters deceive: by UTS 39, and by what browsers show as punycode for that reason. */
export function judgeHost(host: string, protectedDomains: readonly string[] = []): Finding[] {
  const shown = domainToUnicode(host)
  const like = protectedDomains.find((domain) => !isPartOf(host, domain) && isLike(shown, domain))
  if (like !== undefined) return [found('host-look-alike', { host, like })]
  if (shown === host) return []
  const labels = shown.split('.')
  if (labels.some(hasMixedScripts)) return [found('host-mixed-scripts', { host })]
  const ending = labels.at(-1) ?? ''
  // Words such as Russian "сахар" look Latin by chance; with an ending of their own script they are at home.
  const posing = labels
    .slice(0, -1)
    .find((label) => isOfOtherScript(label, ending) && /^[a-z\d-]+$/iu.test(skeletonOf(label)))
  return posing === undefined ? [] : [found('host-look-alike', { host, like: `${skeletonOf(posing)}.${ending}` })]
}

function isPartOf(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** The host, or the end of it that has as many labels as the domain. */
function isLike(shown: string, domain: string): boolean {
  const end = shown.split('.').slice(-domain.split('.').length).join('.')
  return looksLike(end, domain)
}
