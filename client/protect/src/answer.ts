import { randomBytes } from 'node:crypto'
import type { Decision } from './decision.ts'
import { type Protection, tokenName } from './protection.ts'
import { languageOf, type PageTexts } from './page-texts.ts'

/** What a visitor who does not pass is answered. */
export interface Answer {
  readonly status: 403 | 429 | 503
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Of a request, as far as an answer hangs on it. */
export interface Asker {
  readonly method: string
  /** The headers `Accept` and `Accept-Language`. */
  readonly accept: string | null
  readonly acceptLanguage: string | null
}

const titles = {
  'challenge-required': 'Complete the check, then ask again.',
  'rate-limited': 'There were too many requests. Ask again later.',
  denied: 'This request is not allowed.',
  undecided: 'This request cannot be checked at the moment. Ask again later.',
} as const

/**
 * A page where a browser asks for one, RFC 9457 problem details for everything else. Neither is for search engines or caches, and
 * neither says why: `decisionId` finds that in the dashboard.
 */
export function answerOf(
  decision: Decision,
  { accept, acceptLanguage, method }: Asker,
  { origin, blockedPage }: Pick<Protection, 'origin' | 'blockedPage'>,
): Answer {
  const { status, code } = kindOf(decision)
  const shared = { ...decision.headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
  const retryAfterSeconds = decision.retryAfterMs === null ? undefined : Math.ceil(decision.retryAfterMs / 1_000)
  if (!accept?.includes('text/html'))
    return {
      status,
      headers: { ...shared, 'Content-Type': 'application/problem+json; charset=utf-8' },
      body: JSON.stringify({
        type: 'about:blank',
        title: titles[code],
        status,
        code,
        decisionId: decision.id,
        ...(decision.challenge === null ? {} : { challenge: { ...decision.challenge, host: origin } }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      }),
    }
  const nonce = randomBytes(16).toString('base64')
  const { tag, texts } = languageOf(acceptLanguage)
  const isChallenge = decision.challenge !== null
  return {
    status,
    headers: {
      ...shared,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        ...(isChallenge ? [`script-src 'nonce-${nonce}'`, `connect-src ${origin}`, `frame-src ${origin}`] : []),
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ].join('; '),
      'Referrer-Policy': 'same-origin',
    },
    body: page(decision, {
      tag,
      texts,
      nonce,
      origin,
      code,
      isRead: method === 'GET' || method === 'HEAD',
      // Of what nobody has decided, the service knows nothing.
      blocked: decision.fault === null ? blockedPage(decision, tag) : null,
    }),
  }
}

function kindOf({ conclusion, fault }: Decision): { status: Answer['status']; code: keyof typeof titles } {
  if (fault !== null) return { status: 503, code: 'undecided' }
  if (conclusion === 'CHALLENGE') return { status: 403, code: 'challenge-required' }
  return conclusion === 'THROTTLE' ? { status: 429, code: 'rate-limited' } : { status: 403, code: 'denied' }
}

interface PageOptions {
  readonly tag: string
  readonly texts: PageTexts
  readonly nonce: string
  readonly origin: string
  readonly code: keyof typeof titles
  readonly isRead: boolean
  /** Where the visitor can say that it is a mistake. */
  readonly blocked: string | null
}

function page(decision: Decision, { tag, texts, nonce, origin, code, isRead, blocked }: PageOptions): string {
  const { challenge, id } = decision
  const [title, text] =
    code === 'challenge-required'
      ? [texts.challengeTitle, texts.challengeText]
      : code === 'rate-limited'
        ? [texts.throttledTitle, texts.throttledText]
        : code === 'denied'
          ? [texts.deniedTitle, texts.deniedText]
          : [texts.undecidedTitle, texts.undecidedText]
  const widget =
    challenge === null
      ? ''
      : `<bollard-captcha sitekey="${escape(challenge.siteKey)}" data-ticket="${escape(challenge.ticket)}" language="${tag}" autostart="load" name=""></bollard-captcha>
<p id="again" role="status" hidden>${escape(isRead ? texts.goesOn : texts.sendAgain)}</p>
<noscript><p>${escape(texts.noScript)}</p></noscript>
<script type="module" src="${escape(origin)}/widget.js" nonce="${nonce}"></script>
<script nonce="${nonce}">document.addEventListener('bollard-solved',(e)=>{document.cookie='${tokenName}='+e.detail.token+'; path=/; max-age=120; samesite=strict'+(location.protocol==='https:'?'; secure':'');document.getElementById('again').hidden=false;${
          isRead ? 'location.reload()' : ''
        }})</script>`
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style nonce="${nonce}">
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;display:grid;min-height:100svh;place-items:center}
main{box-sizing:border-box;width:100%;max-width:32rem;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.2;text-wrap:balance}
small{overflow-wrap:anywhere}
</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p>${escape(text)}</p>
${widget}
<p><small>${escape(texts.number)} ${escape(id)}${blocked === null ? '' : `<br><a href="${escape(blocked)}">${escape(texts.blocked)}</a>`}</small></p>
</main>
</body>
</html>
`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`)
}
