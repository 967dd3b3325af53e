import { domainToASCII, domainToUnicode } from 'node:url'
import { parse as parseName } from 'tldts'
import { hasMixedScripts, isOfOtherScript } from '../text/scripts.ts'
import { readText } from '../text/words.ts'
import { type FieldVerdict, type Finding, found, verdictOf } from '../verdict.ts'
import { looksLike, skeletonOf } from './look-alikes.ts'

export interface LinkOptions {
  /** Domains that others may want to be taken for, such as the owner's own; links of a text to them count for nothing. */
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

const afterHost = '[^\\s<>"\'`{}|\\\\^]'
const announced = new RegExp(String.raw`\b(?:https?:\/\/|www\.)${afterHost}{1,2000}`, 'giu')
const classOf = (scripts: string) => scripts.replaceAll(/\w+/gu, String.raw`\p{sc=$&}`).replaceAll(' ', '')
/** Scripts that are written with spaces and have endings of their own. */
const spaced = classOf('Latn Cyrl Grek Arab Hebr Armn Geor Deva Beng Gujr Guru Knda Mlym Orya Sinh Taml Telu')
const hostLetter = String.raw`[${spaced}\d-]`
const pathOfHost = String.raw`(?::\d{1,5})?(?:[/?#]${afterHost}{0,2000})?`
const bare = new RegExp(
  String.raw`(?<![${spaced}\d@.:/_-])${hostLetter}{1,63}(?:\.${hostLetter}{1,63}){1,60}(?!\.?[${spaced}\d@_-])${pathOfHost}`,
  'gu',
)
/** In these a name has neither a beginning nor an end that can be told: it is looked for around its dots. */
const unspaced = classOf('Hani Hira Kana Hang Thai Laoo')
const bareUnspaced = new RegExp(
  String.raw`[${unspaced}\p{sc=Latn}\d-]{1,63}(?:\.[${unspaced}\p{sc=Latn}\d-]{1,63}){0,60}\.[${unspaced}]{2,63}`,
  'gu',
)
/** Without such an ending no text has such a name, and most texts have none. */
const endsUnspaced = new RegExp(String.raw`\.[${unspaced}]{2}`, 'u')
/** Letters of the longest ending that such a script has, "ファッション". */
const endingMax = 6
/** As people write links that are not to be found. */
const hiddenDot = /\s{0,2}(?:\[\s?(?:\.|dot|punkt|punto|point)\s?\]|\(\s?(?:\.|dot|punkt|punto|point)\s?\))\s{0,2}/giu
/** Endings of countries and others that more often are of files. */
const filesToo = new Set('cc md mov pl ps py rs sh so zip'.split(' '))

/** The links of a text: how many, and where they lead. The first 1,000 are looked at. */
export function judgeLinks(typed: string, { linksMax = 3, ...options }: LinksOfText = {}): Finding[] {
  const text = readText(typed)
    .text.replaceAll(hiddenDot, '.')
    .replaceAll(/\bhxxp(s?):/giu, 'http$1:')
  const unannounced = text.replaceAll(announced, ' ')
  const withScheme = text.match(announced) ?? []
  const unspacedNames = endsUnspaced.test(unannounced) ? (unannounced.match(bareUnspaced) ?? []) : []
  const names = [...(unannounced.match(bare) ?? []).filter(isLink), ...unspacedNames.flatMap(toHost)]
  const own = (options.protectedDomains ?? []).map(domainToASCII)
  const links = [...withScheme, ...names].filter((link) => own.length === 0 || !isOwn(link, own))
  if (links.length === 0) return []
  const findings: Finding[] = []
  if (links.length > linksMax) findings.push(found('text-many-links', { count: links.length, max: linksMax }))
  const beside = links.reduce((rest, link) => rest - link.length, text.replaceAll(/\s+/gu, '').length)
  // A name alone is that of a business, such as Booking.com.
  if (beside < 10 && (withScheme.length > 0 || links.some(hasPath))) findings.push(found('text-only-links'))
  const told = new Set<string>()
  for (const link of links.slice(0, linksLookedAt)) {
    if (told.size >= findingsMax) break
    const url = readLink(link)
    for (const finding of url === null ? [] : findingsOf(url, options)) {
      // A text that names one host ten times tells one thing.
      const text = JSON.stringify(finding)
      if (!told.has(text)) findings.push(finding)
      told.add(text)
    }
  }
  return findings
}

const hasPath = (name: string): boolean => /[/?#]/u.test(name)

/**
 * Whether a name with dots is that of a host: its ending is in the Public Suffix List. What is written `end.Next` lacks
 * a space, and `notes.md` is a file.
 */
function isLink(name: string): boolean {
  const host = /^[^/?#:]+/u.exec(name)?.[0] ?? ''
  const { isIcann, domain } = parseName(host.toLowerCase(), { allowPrivateDomains: false, extractHostname: false })
  if (isIcann !== true || domain === null) return false
  const ending = host.slice(host.lastIndexOf('.') + 1)
  if (ending !== ending.toLowerCase() && host !== host.toUpperCase()) return false
  return hasPath(name) || !filesToo.has(ending.toLowerCase())
}

/** Such a name with what follows it cut off; none where no ending of its script begins there. */
function toHost(name: string): string[] {
  const dot = name.lastIndexOf('.') + 1
  const ends = Array.from({ length: endingMax - 1 }, (_, shorter) => name.slice(0, dot + endingMax - shorter))
  return ends.filter(isLink).slice(0, 1)
}

function readLink(link: string): URL | null {
  // A sentence may end behind it.
  const address = link.replace(/[.,;:!?)\]]{1,5}$/u, '')
  return readUrl(/^https?:/iu.test(address) ? address : `https://${address}`)
}

function isOwn(link: string, own: readonly string[]): boolean {
  const url = readLink(link)
  // With a password it leads where its reader may not see.
  if (url === null || url.username !== '' || url.password !== '') return false
  return own.some((domain) => isPartOf(url.hostname.replace(/\.$/u, ''), domain))
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
