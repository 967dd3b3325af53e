import type { Challenger } from '@bollard/uptime'

/**
 * Headers by which challenge pages say what they are:
 * - Cloudflare: https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
 * - AWS WAF: https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html
 * - Bollard: decision 0085; its challenge pages send it, forms with a captcha do not.
 */
const headerMarks: readonly (readonly [name: string, values: readonly string[], challenger: Challenger])[] = [
  ['cf-mitigated', ['challenge'], 'cloudflare'],
  ['bollard-mitigated', ['challenge'], 'bollard'],
  ['x-amzn-waf-action', ['challenge', 'captcha'], 'other'],
]

/**
 * Elements of the pages themselves, for proxies that drop headers. Text about such pages writes `<` as `&lt;`, so only a page that
 * really holds the element matches.
 * - Cloudflare sets `window._cf_chl_opt` in a script of the page and loads `/cdn-cgi/challenge-platform/`. The second alone is no
 *   mark: its JavaScript detections put it into ordinary pages
 *   (https://developers.cloudflare.com/cloudflare-challenges/challenge-types/javascript-detections/).
 * - Anubis writes its task into `<script id="anubis_challenge">` and loads its script from `/.within.website/x/cmd/anubis/`
 *   (https://github.com/TecharoHQ/anubis, web/index.templ and anubis.go); before it had the first, it wrote `anubis_version`.
 * - Bollard: `<meta name="bollard-mitigated" content="challenge">`, decision 0085.
 */
const pageMarks: readonly (readonly [challenger: Challenger, marks: readonly RegExp[]])[] = [
  ['cloudflare', [/<script[^>]{0,100}>[^<]{0,2000}\b_cf_chl_opt\s{0,9}=/iu, /\/cdn-cgi\/challenge-platform\//u]],
  [
    'anubis',
    [
      /<script[^>]{0,100}\bid="?anubis_(?:challenge|version)"?[\s>]/iu,
      /<(?:script|img)[^>]{0,100}\bsrc="?[^">\s]{0,60}\/\.within\.website\/x\/cmd\/anubis\/static\/(?:js\/|img\/pensive)/iu,
    ],
  ],
  ['bollard', [/<meta\s{1,9}name="bollard-mitigated"\s{1,9}content="challenge"/iu]],
]

/** Challenge pages are small, and their marks stand at the top or the end of them. */
const lookedAtMax = 65_536

/** Who answered with a challenge page in place of the content; null where nobody did. The status does not matter: many send 200. */
export function detectChallenge(headers: Readonly<Record<string, string>>, body: Buffer): Challenger | null {
  for (const [name, values, challenger] of headerMarks)
    if (values.includes((headers[name] ?? '').trim().toLowerCase())) return challenger
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/iu.test(headers['content-type'] ?? '')) return null
  const text = body.subarray(0, lookedAtMax).toString('latin1')
  for (const [challenger, marks] of pageMarks) if (marks.every((mark) => mark.test(text))) return challenger
  return null
}
