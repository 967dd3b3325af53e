import { reasonOf, readText } from '../service/ask-service.ts'
import type { Terminal } from '../terminal.ts'
import { blockedBy, directiveFor, type Policy, parsePolicies, type Use } from './content-policy.ts'
import { type Finding, finding } from './findings.ts'
import { type Tag, tagsOf } from './read-page.ts'

const pageBytesMax = 4 * 2 ** 20
const uses = ['script-src', 'connect-src', 'frame-src', 'worker-src'] as const satisfies readonly Use[]

/**
 * Reads the customer's page as a browser does, with redirects and without any secret, and judges its content policies by what the widget
 * loads from the installation.
 */
export async function examinePage(
  terminal: Terminal,
  host: string,
  siteKey: string,
  address: string,
): Promise<Finding[]> {
  if (!/^https?:\/\//iu.test(address) || !URL.canParse(address)) return [finding('page-unreachable', address)]
  let response: Response
  let html: string
  try {
    response = await terminal.fetch(address, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(20_000) })
    html = await readText(response, pageBytesMax)
  } catch (error) {
    return [finding('page-unreachable', reasonOf(error))]
  }
  if (!response.ok) return [finding('page-unreachable', `HTTP ${response.status}`)]
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/iu.test(response.headers.get('content-type') ?? ''))
    return [finding('page-not-html', response.headers.get('content-type') ?? 'no Content-Type')]
  const page = new URL(response.url || address)
  const tags = tagsOf(html)
  const script = tags.find((tag) => isOurs(tag, page, host))
  return [examineContent(tags, script, siteKey), ...examinePolicies(response.headers, tags, { host, page, script })]
}

function examineContent(tags: readonly Tag[], script: Tag | undefined, siteKey: string): Finding {
  const keys = tags
    .flatMap(({ attributes }) => [attributes.get('sitekey'), attributes.get('data-sitekey')])
    .filter((key) => key !== undefined)
  const [first] = keys
  // A key that a server writes in, or of a page built in the browser, is none to compare.
  if (first !== undefined && first.startsWith('bsk_') && !keys.includes(siteKey))
    return finding('site-key-differs', first)
  return script === undefined ? finding('widget-not-in-page') : finding('page-ok', script.attributes.get('src'))
}

function isOurs({ name, attributes }: Tag, page: URL, host: string): boolean {
  const src = attributes.get('src')
  if (name !== 'script' || src === undefined || !URL.canParse(src, page.href)) return false
  const { href } = new URL(src, page.href)
  return href.startsWith(`${host}/`)
}

interface Examined {
  readonly host: string
  readonly page: URL
  readonly script: Tag | undefined
}

function examinePolicies(headers: Headers, tags: readonly Tag[], examined: Examined): Finding[] {
  const metas = tags
    .filter(
      ({ name, attributes }) =>
        name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy',
    )
    .flatMap(({ attributes }) => parsePolicies(attributes.get('content') ?? ''))
  const sent = parsePolicies(headers.get('content-security-policy') ?? '')
  const reported = parsePolicies(headers.get('content-security-policy-report-only') ?? '')
  const findings = [...sandboxOf(sent), ...judge([...sent, ...metas], examined)]
  const wouldBlock = judge(reported, examined).filter(({ state }) => state !== 'ok')
  const [first] = wouldBlock
  return first ? [...findings, finding('policy-report-only', `${first.check}: ${first.seen ?? ''}`)] : findings
}

/** Of a meta element browsers ignore it. */
function sandboxOf(policies: readonly Policy[]): Finding[] {
  return policies
    .filter((policy) => policy.has('sandbox'))
    .map((policy) =>
      ['allow-scripts', 'allow-forms', 'allow-same-origin'].filter(
        (needed) => !policy.get('sandbox')?.includes(needed),
      ),
    )
    .filter((missing) => missing.length > 0)
    .map((missing) => finding('sandbox-blocks', `missing ${missing.join(', ')}`))
}

function judge(policies: readonly Policy[], { host, page, script }: Examined): Finding[] {
  if (policies.every((policy) => uses.every((use) => directiveFor(policy, use) === null)))
    return [finding('policy-none')]
  const nonce = script?.attributes.get('nonce')
  const loaded: Readonly<Record<(typeof uses)[number], readonly string[]>> = {
    'script-src': [script?.attributes.get('src') ?? `${host}/widget.js`, `${host}/widget/part.js`],
    'connect-src': [`${host}/captcha/v1/verifications`, `${host}/widget/part.json`],
    'frame-src': [`${host}/widget/frame.html`],
    'worker-src': [],
  }
  return uses.map((use) => {
    for (const policy of policies)
      for (const address of loaded[use]) {
        const blocking = blockedBy(policy, use, { url: new URL(address, page), page, nonce })
        if (blocking !== null)
          return finding(
            `${use}-blocks` as 'script-src-blocks',
            `${blocking} ${policy.get(blocking)?.join(' ') ?? ''} stops ${address}`,
          )
      }
    return finding(`${use}-ok`)
  })
}
