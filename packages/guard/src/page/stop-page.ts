import type { Conclusion } from '@bollard/decisions'
import type { Answer } from '@bollard/gateway'
import { fillText, type Language } from '@bollard/i18n'
import { html } from '@bollard/mail/html'
import { pageOf } from './layout.ts'
import { refusalPage } from './pages.ts'
import { textsFor } from './texts.ts'

export interface StopFacts {
  readonly acceptLanguage: string | undefined
  /** Of the site that was asked. */
  readonly host: string
  /** The reference code. */
  readonly decision: string
  readonly conclusion: Exclude<Conclusion, 'ALLOW'>
  /** Seconds after which it is worth trying again; null where waiting doesn't help. */
  readonly retryAfter: number | null
  /** Exactly where the conclusion is CHALLENGE. `ticket` is what the widget asks for the work with. */
  readonly challenge: { readonly api: string; readonly siteKey: string; readonly ticket: string } | null
  /** Whether what was asked for can be asked for again without harm. */
  readonly isRead: boolean
  /** Where visitors can say that it was a mistake, for those who read a language. */
  readonly contactIn: (language: Language) => string
}

/** The cookie that carries the token of a solved challenge to the request that comes next, and no further. */
export const tokenCookie = 'bollard-response'

const keepToken = `const s=location.protocol==='https:'?'; secure':''
addEventListener('bollard-solved',e=>{
document.cookie='${tokenCookie}='+e.detail.token+'; path=/; max-age=120; samesite=strict'+s
`
const reloadScript = `${keepToken}location.reload()})`
const backScript = `${keepToken}history.back()})`

/**
 * The page in place of what was asked for, where a proxy asks about each request and hands this answer to the browser: it stands at an address of
 * the site, so a token that its script leaves in a cookie comes with the next request.
 */
export function stopPage(facts: StopFacts): Answer {
  const { acceptLanguage, host, decision, conclusion, retryAfter, challenge, isRead, contactIn } = facts
  const texts = textsFor(acceptLanguage)
  const shared = { texts, host, decision, contact: contactIn(texts.language), headers: {} }
  if (conclusion !== 'CHALLENGE' || challenge === null)
    return refusalPage({
      ...shared,
      conclusion: conclusion === 'THROTTLE' ? conclusion : 'DENY',
      why: 'other',
      retryAfter,
    })
  const { words, language } = texts
  const body = html`<p>${fillText(words.challenge.text, { host })}</p>
    ${isRead ? [] : [html`<p>${words.challenge.resend}</p>`]}
    <form>
      <bollard-captcha
        sitekey="${challenge.siteKey}"
        data-ticket="${challenge.ticket}"
        language="${language}"
        size="flexible"
        autostart="load"
        name=""
      ></bollard-captcha>
    </form>
    <noscript><p>${words.challenge.noScript}</p></noscript>
    <p>${words.challenge.cookie}</p>`
  return pageOf({
    ...shared,
    title: words.challenge.title,
    body,
    status: 403,
    widgetOrigin: challenge.api,
    isChallenge: true,
    script: isRead ? reloadScript : backScript,
  })
}
