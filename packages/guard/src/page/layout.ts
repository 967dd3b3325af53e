import { createHash } from 'node:crypto'
import { trapLink } from '@bollard/crawlers/trap'
import type { Answer } from '@bollard/gateway'
import { directions } from '@bollard/i18n'
import { html, SafeHtml } from '@bollard/mail/html'
import type { PageTexts } from './texts.ts'

/** The tokens of the design by value (`packages/ui/src/tokens.css`): the page may load nothing. */
const style = `:root{color-scheme:light dark;--paper:light-dark(#faf9f6,#121315);--surface:light-dark(#fff,#1a1c1f);--line:light-dark(#e3e0d7,#2a2d32);--ink:light-dark(#17181a,#f3f1ec);--ink-2:light-dark(#4b4d52,#b9b8b4);--bot:light-dark(#c5321f,#ff7a66)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,34rem);place-content:center;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
main{padding:clamp(1rem,5vw,2rem);background:var(--surface);border:1px solid var(--line);border-top:4px solid #ffb300;border-radius:.75rem}
h1{margin:0 0 .75rem;font-size:1.4rem;line-height:1.25}
p{margin:0 0 1rem}
form{margin:0 0 1rem}
bollard-captcha{display:block;min-height:4rem;margin-bottom:1rem}
/* Without scripts it would be a button that does nothing. */
form:has(bollard-captcha:not(:defined)){display:none}
/* Where it doesn't come, nobody should wait before an empty page. */
.late{display:none}
form:has(bollard-captcha:not(:defined))+.late{display:block;visibility:hidden;animation:late 0s 8s forwards}
@keyframes late{to{visibility:visible}}
@media (scripting:none){form+.late{display:none!important}}
button,.button{display:inline-block;padding:.6rem 1.1rem;border:0;border-radius:.5rem;background:#ffb300;color:#17181a;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
a{color:inherit}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.fault{color:var(--bot);font-weight:600}
footer{margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--ink-2);font-size:.875rem}
footer p{margin:0 0 .35rem}
footer a{display:inline-block;padding-block:.25rem}
code{direction:ltr;unicode-bidi:isolate;font:.9em ui-monospace,monospace;overflow-wrap:anywhere}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleHash = hashOf(style)

/** Says of an answer that it is a challenge and no content. */
export const mitigated = { 'bollard-mitigated': 'challenge' } as const

export interface Sheet {
  readonly texts: PageTexts
  readonly title: string
  readonly body: SafeHtml
  /** What visitors quote. */
  readonly decision: string
  /** Where they can say that it was a mistake. */
  readonly contact: string | null
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Origin that scripts and frames of the widget come from; null: nothing runs. */
  readonly widgetOrigin?: string | null
  readonly trap?: string | null
  /** A script of our own, which runs by its hash. */
  readonly script?: string
  /** Stands in the place of content until work is done; those who monitor a site have to tell it from the content (0085). */
  readonly isChallenge?: true
  /** Goes to `to` by itself. */
  readonly refresh?: { readonly seconds: number; readonly to: string }
}

/** A page that loads nothing but the widget, that no search engine lists and nobody keeps or frames. */
export function pageOf(sheet: Sheet): Answer {
  const { texts, title, body, decision, contact, status, widgetOrigin = null, script, refresh } = sheet
  const { words, language } = texts
  const markup = html`<!doctype html>
    <html lang="${language}" dir="${directions[language]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        ${sheet.isChallenge === true ? [html`<meta name="bollard-mitigated" content="challenge" />`] : []}
        ${refresh === undefined ? [] : [html`<meta http-equiv="refresh" content="${String(refresh.seconds)};url=${refresh.to}" />`]}
        <title>${title}</title>
        ${new SafeHtml(`<style>${style}</style>`)}
        ${widgetOrigin === null ? [] : [html`<script type="module" src="${widgetOrigin}/widget.js"></script>`]}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
          <footer>
            <p>${words.decision}: <code>${decision}</code></p>
            <p>
              ${contact === null ? words.contactHint : html`<a href="${contactLink(contact, decision)}">${words.contact}</a>`}
            </p>
            <p>${words.madeWith}</p>
          </footer>
        </main>
        ${typeof sheet.trap === 'string' ? new SafeHtml(trapLink(sheet.trap)) : []}
        ${script === undefined ? [] : new SafeHtml(`<script>${script}</script>`)}
      </body>
    </html> `
  return {
    pass: false,
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(widgetOrigin, script),
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      vary: 'accept, accept-language',
      ...(sheet.isChallenge === true && mitigated),
      ...sheet.headers,
    },
    body: markup.markup,
  }
}

function policyOf(origin: string | null, script: string | undefined): string {
  const scripts = [...(origin === null ? [] : [origin]), ...(script === undefined ? [] : [hashOf(script)])]
  return [
    "default-src 'none'",
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(origin === null ? [] : [`connect-src 'self' ${origin}`, `frame-src ${origin}`]),
    `style-src ${styleHash}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The reference code goes along, so that nobody has to copy it. */
function contactLink(contact: string, decision: string): string {
  if (contact.startsWith('mailto:')) return `${contact}${contact.includes('?') ? '&' : '?'}subject=${decision}`
  const url = new URL(contact)
  url.searchParams.set('decision', decision)
  return url.href
}
