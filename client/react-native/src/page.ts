import { originOf } from './read-message.ts'

/** What the page in the WebView is made of. */
export interface PageInput {
  /** Of the installation, without a slash at the end. */
  readonly host: string
  /** Of the widget's script. */
  readonly address: string
  readonly integrity: string | undefined
  readonly attributes: Readonly<Record<string, string>>
  /** Names the page to its component; another page can't know it. */
  readonly channel: string
}

/** Text that HTML, a script and JSON all read as itself. */
export function quoteForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/gu, (character) => escapeOf(character))
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function quoteForHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * The page that shows one `<bollard-captcha>` and tells the app what becomes of it. Its policy lets it run its own script and those of the
 * installation, and show its frame; nothing else.
 */
export function pageOf({ host, address, integrity, attributes, channel }: PageInput): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => `${name}="${quoteForHtml(value)}"`)
    .join(' ')
  const hash = integrity === undefined ? '' : ` integrity="${quoteForHtml(integrity)}"`
  const origin = quoteForHtml(originOf(host))
  // The channel is no secret from the page itself, so it may be the nonce of its script too.
  const policy = `default-src 'none'; script-src 'nonce-${channel}' ${origin}; connect-src ${origin}; frame-src ${origin}; style-src 'nonce-${channel}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Bollard</title><style nonce="${channel}">html,body{margin:0;background:transparent}</style>
<script nonce="${channel}">${script(channel)}</script>
<script type="module" nonce="${channel}" src="${quoteForHtml(address)}" crossorigin${hash}></script>
</head><body><bollard-captcha ${written}></bollard-captcha></body></html>`
}

/** Runs in the page. Kept to what WebViews have had for years. */
function script(channel: string): string {
  return `(() => {
const channel = ${quoteForScript(channel)}
const tell = (type, detail) => ReactNativeWebView.postMessage(JSON.stringify({ bollard: 1, channel, type, ...detail }))
const captcha = () => document.querySelector('bollard-captcha')
const size = () => tell('size', { height: Math.ceil(captcha().getBoundingClientRect().height) })
for (const type of ['started', 'throttled', 'solved', 'failed', 'expired', 'reset'])
  addEventListener('bollard-' + type, ({ detail }) => {
    const { code, failover, retryAfterSeconds, token, verificationId } = detail || {}
    tell(type, { code, retryAfterSeconds, verificationId, token: failover ? captcha().response : token, failover })
  })
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && tell('unavailable', { code: 'script-unreachable' }), true)
addEventListener('DOMContentLoaded', () => new ResizeObserver(size).observe(captcha()))
customElements.whenDefined('bollard-captcha').then(() => tell('ready', {}))
let given = ''
globalThis.bollard = {
  execute: async () => {
    await customElements.whenDefined('bollard-captcha')
    // A token counts once, and only the app knows whether it was sent.
    if (given && captcha().response === given) captcha().reset()
    await captcha().execute().then(
      (token) => tell('executed', { token: (given = token) }),
      ({ code }) => tell('rejected', { code }))
  },
  reset: () => captcha().reset && captcha().reset(),
  update: (now, before) => {
    for (const name of before) if (!(name in now)) captcha().removeAttribute(name)
    for (const name in now) captcha().setAttribute(name, now[name])
  },
}
})()`
}
