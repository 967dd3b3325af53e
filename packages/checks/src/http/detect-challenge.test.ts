import { expect, test } from 'vitest'
import { check, serveHttp } from '../testing/start-servers.ts'
import { detectChallenge } from './detect-challenge.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const page = (inner: string) =>
  Buffer.from(`<!doctype html><html><head><title>A</title>${inner}</head><body></body></html>`)

const cloudflare = page(
  `<script nonce="a">(function(){window._cf_chl_opt = {cvId: '3',cZone: 'shop.example'};var a = document.createElement('script');a.src = '/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1';}());</script>`,
)
const anubis = page(
  `<script id="anubis_version" type="application/json">"v1.27.0"</script><script id="anubis_challenge" type="application/json">{"rules":{}}</script><script async type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs?cacheBuster=1"></script>`,
)
const oldAnubis = page(
  `<script id="anubis_version" type="application/json">"1.14"</script><img id="image" src="/base/.within.website/x/cmd/anubis/static/img/pensive.webp?cacheBuster=1.14">`,
)
const bollard = page(`<meta name="bollard-mitigated" content="challenge">`)

test.for<[string, Record<string, string>, Buffer, string]>([
  ['Cloudflare by its header', { 'cf-mitigated': 'challenge' }, Buffer.alloc(0), 'cloudflare'],
  ['Cloudflare by its page', html, cloudflare, 'cloudflare'],
  ['Anubis', html, anubis, 'anubis'],
  ['Anubis before 1.15', html, oldAnubis, 'anubis'],
  ['Bollard by its header', { 'bollard-mitigated': 'challenge' }, Buffer.alloc(0), 'bollard'],
  ['Bollard by its page', html, bollard, 'bollard'],
  ['AWS WAF', { 'x-amzn-waf-action': 'captcha' }, Buffer.alloc(0), 'other'],
  ['AWS WAF without a puzzle', { 'x-amzn-waf-action': 'Challenge' }, Buffer.alloc(0), 'other'],
])('%s is recognised', ([, headers, body, challenger]) => {
  expect(detectChallenge(headers, body)).toBe(challenger)
})

test.for<[string, Record<string, string>, Buffer]>([
  [
    'about Cloudflare, with its code as text',
    html,
    page('<pre>&lt;script&gt;window._cf_chl_opt = {}; /cdn-cgi/challenge-platform/h/g&lt;/script&gt;</pre>'),
  ],
  [
    'about Cloudflare, in words',
    html,
    page(
      '<p>Just a moment... Checking your browser. The <code>cf-mitigated: challenge</code> header and _cf_chl_opt</p>',
    ),
  ],
  [
    'with Cloudflare’s own detections',
    html,
    page(
      `<script>(function(){window.__CF$cv$params={r:'1'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';})();</script>`,
    ),
  ],
  [
    'with a Turnstile form',
    html,
    page(
      '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async></script><div class="cf-turnstile"></div>',
    ),
  ],
  [
    'about Anubis',
    html,
    page(
      '<p>The page has a &lt;script id="anubis_challenge"&gt; and loads /.within.website/x/cmd/anubis/static/js/main.mjs</p>',
    ),
  ],
  [
    'with a link to Anubis’ scripts',
    html,
    page('<a href="/.within.website/x/cmd/anubis/static/js/main.mjs">script</a>'),
  ],
  ['with the title of a challenge page', html, page('<h1>Making sure you’re not a bot!</h1>')],
  [
    'with our captcha in a form',
    html,
    page(
      '<script type="module" src="/widget.js"></script><form><bollard-captcha sitekey="bsk_1"></bollard-captcha></form>',
    ),
  ],
  ['about our mark', html, page('<code>&lt;meta name="bollard-mitigated" content="challenge"&gt;</code>')],
  ['behind Cloudflare', { ...html, server: 'cloudflare', 'cf-ray': '8a1-FRA', 'cf-cache-status': 'HIT' }, page('')],
  ['that Cloudflare let through', { ...html, 'cf-mitigated': '' }, page('')],
  ['counted by AWS WAF', { ...html, 'x-amzn-waf-action': 'count' }, page('')],
  [
    'of JSON that holds a page',
    { 'content-type': 'application/json' },
    Buffer.from(JSON.stringify({ page: String(cloudflare) + String(anubis) })),
  ],
  ['of a script that holds a page', { 'content-type': 'text/javascript' }, anubis],
  ['without a type', {}, bollard],
])('an ordinary page %s is none', ([, headers, body]) => {
  expect(detectChallenge(headers, body)).toBeNull()
})

test.for([200, 403, 503])(
  'a challenge page of status %d is neither up nor down, whatever the check asserts',
  async (status) => {
    const url = await serveHttp((_request, response) => response.writeHead(status, html).end(anubis))
    const assertions = [
      { source: 'STATUS', target: null, comparison: 'EQUALS', value: '200', verdict: 'DOWN' },
    ] as const
    expect(await check('HTTP', { url }, { assertions })).toMatchObject({
      verdict: 'CHALLENGED',
      fault: 'challenged',
      facts: { statusCode: status, challengedBy: 'anubis' },
      assertions: [],
    })
  },
)

test('a page made to take long to look at does not', () => {
  const began = process.cpuUsage()
  for (const part of [
    `<script ${'src='.repeat(6)}`,
    '<script ',
    '<script>_cf_chl_opt',
    '<script src="',
    '<meta name="bollard-mitigated"   ',
    '<script src=/.within.website',
  ])
    expect(detectChallenge(html, Buffer.from(part.repeat(1_048_576 / part.length)))).toBeNull()
  // Microseconds that it computed: the time of the wall has what else the machine does.
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
})
