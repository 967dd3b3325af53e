import type { State, StateWords } from '../state.ts'
import type { Texts } from '../texts.ts'
import { createElements, drawMark } from './elements.ts'
import styles from './widget.css?inline'

export interface View {
  /** What to hang hidden frames on; part of no layout. */
  readonly root: ShadowRoot
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
  /** The website's own privacy page; no link without it. */
  readonly privacyUrl: string | null
}

let sheet: CSSStyleSheet | undefined

/** Draws the widget into its host. `onPress` is called for the box and for "try again". */
export function createView(host: HTMLElement, onPress: () => void): View {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  // A constructed sheet needs no permission from the page's policy, unlike a style element.
  sheet ??= new CSSStyleSheet()
  if (sheet.cssRules.length === 0) sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const parts = createElements(onPress)
  root.append(parts.box)
  let announced = ''
  let kind = ''

  return {
    root,
    button: parts.check,
    show({ state, words, texts, language, dark, badge, privacyUrl }) {
      const looks = lookOf(state)
      parts.box.className = ['widget', looks, dark ? 'dark' : '', badge ? 'badge' : ''].join(' ')
      parts.box.lang = language
      if (kind !== state.kind) drawMark(parts.mark, badge && state.kind === 'ready' ? 'working' : looks)
      kind = state.kind
      parts.check.setAttribute('aria-checked', state.kind === 'passed' ? 'true' : state.kind === 'working' ? 'mixed' : 'false')
      parts.check.setAttribute('aria-disabled', state.kind === 'passed' || state.kind === 'working' || state.kind === 'refused' ? 'true' : 'false')
      parts.check.setAttribute('aria-busy', state.kind === 'working' ? 'true' : 'false')
      const quietBadge = badge && looks !== 'stopped'
      setText(parts.title, quietBadge ? texts.badge : words.title)
      parts.check.setAttribute('aria-label', words.title)
      setText(parts.hint, words.hint)
      parts.hintLine.hidden = quietBadge || (words.hint === '' && !words.retry)
      setText(parts.retry, texts.retry)
      parts.retry.hidden = !words.retry
      parts.progress.hidden = state.kind !== 'working'
      parts.progress.value = state.kind === 'working' ? state.progress : 0
      setText(parts.name, badge ? '' : 'Bollard')
      parts.privacy.hidden = privacyUrl === null
      setText(parts.privacy, texts.privacy)
      if (privacyUrl !== null) parts.privacy.href = privacyUrl
      if (announced !== words.announcement) parts.said.textContent = announced = words.announcement
    },
  }
}

function lookOf(state: State): 'empty' | 'working' | 'passed' | 'stopped' {
  switch (state.kind) {
    case 'ready':
    case 'expired':
      return 'empty'
    case 'failed':
    case 'refused':
      return 'stopped'
    default:
      return state.kind
  }
}

/** Writing the same text again would make some screen readers say it again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
