import type { Wishes } from '../settings/wishes-of.ts'
import { type State, wordsOf } from '../state.ts'
import type { Spoken } from '../texts.ts'
import { createElements, drawMark } from './elements.ts'
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
  readonly spoken: Spoken
  readonly wishes: Wishes
  readonly startsByItself: boolean
  readonly dark: boolean
  /** As other fields of forms can be. */
  readonly disabled: boolean
  /** What the owner wants is not known yet; the place of the name is kept empty until it is. */
  readonly waiting: boolean
}

/** Nobody is told more often of what happens by itself. */
const announcementPauseMs = 60_000

let sheet: CSSStyleSheet | undefined

/** Draws the widget into its host. `onPress` is called for the box and for "try again". */
export function createView(host: HTMLElement, onPress: () => void): View {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  if (!sheet) {
    // A constructed sheet needs no permission from the page's policy, unlike a style element.
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  root.adoptedStyleSheets = [sheet]
  const parts = createElements(onPress)
  root.append(parts.box)
  let announced = ''
  let announcedAt = -Infinity
  let drawn = ''

  return {
    root,
    box: parts.box,
    button: parts.check,
    show({ state, spoken, wishes, startsByItself, dark, disabled, waiting }) {
      const { texts } = spoken
      const { badge, whiteLabel, privacyUrl } = wishes
      const words = wordsOf(state, spoken, startsByItself)
      const look = looks[state.kind]
      parts.box.className = ['widget', look, dark ? 'dark' : '', badge ? 'badge' : '', waiting ? 'waiting' : ''].join(
        ' ',
      )
      parts.box.lang = spoken.language
      parts.box.dir = spoken.isRightToLeft ? 'rtl' : 'ltr'
      const drawing = state.kind + String(badge)
      if (drawn !== drawing) drawMark(parts.mark, badge && look === 'empty' ? 'working' : look)
      drawn = drawing
      const works = state.kind === 'working'
      const isBusy = works || look === 'paused'
      const hasPassed = state.kind === 'passed'
      const failed = state.kind === 'failed'
      for (const [name, value] of Object.entries({
        checked: isBusy ? 'mixed' : hasPassed,
        disabled: isBusy || hasPassed || disabled || state.kind === 'refused',
        busy: isBusy,
        label: words.title,
      }))
        parts.check.setAttribute(`aria-${name}`, String(value))
      parts.check.disabled = parts.retry.disabled = disabled
      const quietBadge = badge && look !== 'stopped' && look !== 'paused'
      setText(parts.title, quietBadge ? (whiteLabel ? texts.badgePlain : texts.badge) : words.title)
      setText(parts.hint, words.hint)
      parts.hintLine.hidden = quietBadge || (words.hint === '' && !failed)
      setText(parts.retry, texts.retry)
      parts.retry.hidden = !failed
      parts.progress.hidden = !works
      parts.progress.value = state.kind === 'working' ? state.progress : 0
      setText(parts.name, badge || whiteLabel ? '' : 'Bollard')
      parts.privacy.hidden = privacyUrl === null
      setText(parts.privacy, texts.privacy)
      if (privacyUrl !== null) {
        parts.privacy.href = privacyUrl
        // Without an address it is no link, and a target would make audits take it for a broken one.
        parts.privacy.target = '_blank'
      }
      parts.check.tabIndex = Number(host.getAttribute('tabindex') ?? 0)
      if (
        announced === words.announcement ||
        (words.inPassing && performance.now() - announcedAt < announcementPauseMs)
      )
        return
      parts.said.textContent = announced = words.announcement
      if (words.inPassing) announcedAt = performance.now()
    },
  }
}

const looks = {
  ready: 'empty',
  working: 'working',
  throttled: 'paused',
  passed: 'passed',
  expired: 'empty',
  failed: 'stopped',
  refused: 'stopped',
} as const

/** Writing the same text again would make some screen readers say it again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
