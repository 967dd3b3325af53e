import type { Conclusion } from '@bollard/decisions'
import type { Answer } from '@bollard/gateway'
import { fillText } from '@bollard/i18n'
import { html } from '@bollard/mail/html'
import { pageOf } from './layout.ts'
import type { PageTexts } from './texts.ts'

/** What all pages of one answer have. */
export interface PageFacts {
  readonly texts: PageTexts
  readonly host: string
  readonly decision: string
  readonly contact: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The path of a link that no person sees and robots.txt forbids; null: none. */
  readonly trap?: string | null
}

export const ownFolder = '/.well-known/bollard'
/** The field that carries what was signed for the page. */
export const ticketField = 'ticket'
/** Names the challenge in the captcha's log and rules. */
export const challengeActions = { EASY: 'gateway', HARD: 'gateway-hard' } as const
/** Of the form field with the token. */
export const tokenField = 'bollard-response'

export type ChallengeFault = 'failed' | 'expired' | 'away'

export interface ChallengeFacts extends PageFacts {
  readonly ticket: string
  /** Where the ticket leads. */
  readonly to: string
  readonly captcha: { readonly api: string; readonly siteKey: string }
  readonly action: string
  /** What was sent has to be sent again, since a form cannot be kept here. */
  readonly isResend: boolean
  readonly cookies: boolean
  /** Seconds that a visitor without scripts waits; null: there is no such way. */
  readonly waitSeconds: number | null
  readonly fault: ChallengeFault | null
}

/** Sends the form as soon as the check has passed. */
const submitScript = `addEventListener('bollard-solved',()=>document.forms[0].requestSubmit())`

/**
 * Gets the pass without leaving the page and goes back, since browsers then show the form with what was typed. Where there is no page to go
 * back to, the one that the form was on is opened.
 */
const backScript = `addEventListener('bollard-solved',async()=>{
const form=document.forms[0],body=new URLSearchParams(new FormData(form))
const {ok}=await fetch(form.action,{method:'POST',body})
if(!ok)return form.requestSubmit()
history.back()
setTimeout(()=>location.replace(form.dataset.to),2000)
})`

/** The page in place of what was asked for: the widget, and a way for those without scripts. */
export function challengePage(facts: ChallengeFacts): Answer {
  const { texts, host, ticket, to, captcha, action, isResend, cookies, waitSeconds, fault } = facts
  const { challenge } = texts.words
  const wait =
    waitSeconds === null
      ? []
      : [
          html`<form method="post" action="${ownFolder}/wait">
            <input type="hidden" name="${ticketField}" value="${ticket}" />
            <button>${fillText(challenge.wait, { seconds: String(waitSeconds) })}</button>
          </form>`,
        ]
  const body = html`${fault === null ? [] : [html`<p class="fault" role="alert">${challenge[fault]}</p>`]}
    <p>${fillText(challenge.text, { host })}</p>
    ${isResend ? [html`<p>${challenge.resend}</p>`] : []}
    <form method="post" action="${ownFolder}/pass" data-to="${to}">
      <input type="hidden" name="${ticketField}" value="${ticket}" />
      <bollard-captcha
        sitekey="${captcha.siteKey}"
        action="${action}"
        language="${texts.language}"
        size="flexible"
        autostart="${fault === null ? 'load' : 'off'}"
      ></bollard-captcha>
      <button>${challenge.send}</button>
    </form>
    <div class="late" role="status">
      <p>${challenge.away}</p>
      ${wait}
    </div>
    <noscript
      ><p>${challenge.noScript}</p>
      ${wait}</noscript
    >
    <p>${cookies ? challenge.cookie : challenge.noCookie}</p>`
  return pageOf({
    ...facts,
    title: challenge.title,
    body,
    status: 403,
    widgetOrigin: captcha.api,
    isChallenge: true,
    // After a fault the visitor starts again, or the page would run in circles.
    ...(fault === null && { script: isResend ? backScript : submitScript }),
  })
}

/** Waits with the visitor, without scripts, and then opens `to`. */
export function waitingPage(facts: PageFacts & { readonly seconds: number; readonly to: string }): Answer {
  const { texts, seconds, to } = facts
  const { waiting } = texts.words
  const body = html`<p role="status">${fillText(waiting.text, { seconds: String(seconds) })}</p>`
  // A second more: clocks of browsers are not ours.
  return pageOf({ ...facts, title: waiting.title, body, status: 200, refresh: { seconds: seconds + 1, to } })
}

export interface DeadEndFacts extends PageFacts {
  readonly reason: 'early' | 'tooMany' | 'expired'
  /** Where the visitor came from. */
  readonly to: string
}

/** Where a challenge or a wait has led nowhere. */
export function deadEndPage(facts: DeadEndFacts): Answer {
  const { texts, reason, to } = facts
  const { waiting, challenge, passed } = texts.words
  const body = html`<p class="fault" role="alert">${reason === 'expired' ? challenge.expired : waiting[reason]}</p>
    <p><a class="button" href="${to}">${passed.back}</a></p>`
  return pageOf({ ...facts, title: challenge.title, body, status: reason === 'tooMany' ? 429 : 403 })
}

/** After a challenge that stood in the place of a sent form. */
export function resendPage(facts: PageFacts & { readonly to: string }): Answer {
  const { passed } = facts.texts.words
  const body = html`<p role="status">${passed.resend}</p>
    <p><a class="button" href="${facts.to}">${passed.back}</a></p>`
  return pageOf({ ...facts, title: passed.title, body, status: 200 })
}

export type Why = 'limit' | 'program' | 'trap' | 'other'

export interface RefusalFacts extends PageFacts {
  readonly conclusion: Exclude<Conclusion, 'ALLOW' | 'CHALLENGE'>
  readonly why: Why
  /** Seconds after which it is worth trying again; null where waiting doesn't help. */
  readonly retryAfter: number | null
}

/** Says plainly that, and why, a request ends here. */
export function refusalPage(facts: RefusalFacts): Answer {
  const { texts, host, conclusion, why, retryAfter } = facts
  const { words } = texts
  const said = conclusion === 'DENY' ? words.denied : words.throttled
  const body = html`<p>${fillText(said.text, { host })} ${words.why[why]}</p>
    ${retryAfter === null ? [] : [html`<p>${texts.retryIn(retryAfter)}</p>`]}`
  return pageOf({ ...facts, title: said.title, body, status: conclusion === 'DENY' ? 403 : 429 })
}
