import type { State, StateWords } from '../state.ts'
import type { Texts } from '../texts.ts'
import { createElements, drawMark } from './elements.ts'
import badgeStyles from './badge.css?inline'
import styles from './widget.css?inline'

export interface View {
  /** What to hang hidden frames on; part of no layout. */
  readonly root: ShadowRoot
  /** What is seen of the widget; what an owner wants of it is painted here. */
  readonly box: HTMLElement
  /** The box; validity messages point at it. */
  readonly button: HTMLElement
  show(look: Look): void
}

export interface Look {
  readonly state: State
  readonly words: StateWords
  readonly texts: Texts
  readonly language: string
  readonly dark: boolean
  readonly badge: boolean
  /** Without the name of this product. */
  readonly whiteLabel: boolean
  /** What the owner wants is not known yet; the place of the name is kept empty until it is. */
  readonly waiting: boolean
  /** The website's own privacy page; no link without it. */
  readonly privacyUrl: string | null
}

let sheets: [CSSStyleSheet, CSSStyleSheet] | undefined

/** Draws the widget into its host. `onPress` is called for the box and for "try again". */
export function createView(host: HTMLElement, onPress: () => void): View {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  const [own, ofBadge] = (sheets ??= [sheetOf(styles), sheetOf(badgeStyles)])
  const parts = createElements(onPress)
  root.append(parts.box)
  let announced = ''
  let drawn = ''

  return {
    root,
    box: parts.box,
    button: parts.check,
    show({ state, words, texts, language, dark, badge, whiteLabel, waiting, privacyUrl }) {
      const look = looks[state.kind]
      parts.box.className = ['widget', look, dark ? 'dark' : '', badge ? 'badge' : '', waiting ? 'waiting' : ''].join(' ')
      parts.box.lang = language
      const drawing = state.kind + String(badge)
      if (drawn !== drawing) {
        root.adoptedStyleSheets = badge ? [own, ofBadge] : [own]
        drawMark(parts.mark, badge && state.kind === 'ready' ? 'working' : look)
      }
      drawn = drawing
      const works = state.kind === 'working'
      const hasPassed = state.kind === 'passed'
      for (const [name, value] of Object.entries({
        checked: works ? 'mixed' : hasPassed,
        disabled: works || hasPassed || state.kind === 'refused',
        busy: works,
        label: words.title,
      }))
        parts.check.setAttribute(`aria-${name}`, String(value))
      const quietBadge = badge && look !== 'stopped'
      setText(parts.title, quietBadge ? (whiteLabel ? texts.badgePlain : texts.badge) : words.title)
      setText(parts.hint, words.hint)
      parts.hintLine.hidden = quietBadge || (words.hint === '' && !words.retry)
      setText(parts.retry, texts.retry)
      parts.retry.hidden = !words.retry
      parts.progress.hidden = !works
      parts.progress.value = state.kind === 'working' ? state.progress : 0
      setText(parts.name, badge || whiteLabel ? '' : 'Bollard')
      parts.privacy.hidden = privacyUrl === null
      setText(parts.privacy, texts.privacy)
      if (privacyUrl !== null) parts.privacy.href = privacyUrl
      if (announced !== words.announcement) parts.said.textContent = announced = words.announcement
    },
  }
}

/** A constructed sheet needs no permission from the page's policy, unlike a style element. */
function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

const looks = { ready: 'empty', working: 'working', passed: 'passed', expired: 'empty', failed: 'stopped', refused: 'stopped' } as const

/** Writing the same text again would make some screen readers say it again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
