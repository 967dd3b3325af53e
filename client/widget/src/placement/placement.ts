import type { State } from '../state.ts'
import { beside } from './beside.ts'
import type * as Validation from '../validation/validation.ts'
import badge from './badge.css?inline'
import compact from './compact.css?inline'
import floating from './floating.css?inline'

// Only for pages on which the widget is more or less than a box in its place, or does more; a small script of its own.

interface PlacementInput {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  readonly box: HTMLElement
  /** The form in which the widget stands. */
  readonly formOf: () => HTMLFormElement | null
}

export interface Placement {
  /** Puts the widget where its page wants it, as it looks now. */
  show(kind: State['kind'], isBadge: boolean, startsByItself: boolean): void
}

/** So long a floating widget says that all is well, in milliseconds. */
const farewellMs = 2000

let sheets: Record<'badge' | 'compact' | 'floating', CSSStyleSheet> | undefined

export function createPlacement({ host, root, box, formOf }: PlacementInput): Placement {
  const {
    badge: ofBadge,
    compact: ofCompact,
    floating: ofFloating,
  } = (sheets ??= { badge: sheetOf(badge), compact: sheetOf(compact), floating: sheetOf(floating) })
  const [usual] = root.adoptedStyleSheets
  let latest: Parameters<Placement['show']> = ['ready', false, true]
  let passedAt = 0
  let following: AbortController | undefined
  let validated: HTMLFormElement | undefined
  root.addEventListener('focusout', () => setTimeout(show))

  return {
    show(...now) {
      if (now[0] === 'passed' && latest[0] !== 'passed') {
        passedAt = performance.now()
        setTimeout(show, farewellMs)
      }
      latest = now
      show()
      validateFields(formOf())
    },
  }

  /** What is typed into forms that ask for it is validated, by one more script. */
  function validateFields(form: HTMLFormElement | null): void {
    if (!form?.dataset['validate'] || form === validated) return
    validated = form
    void import(/* @vite-ignore */ import.meta.url.replace('placement', 'validation')).then(
      ({ followFields }: typeof Validation) => followFields(form, host),
      () => {},
    )
  }

  function isFloating(): boolean {
    return host.hasAttribute('floating')
  }

  function show(): void {
    const [kind, isBadge, startsByItself] = latest
    const isCompact = !isBadge && host.getAttribute('size') === 'compact'
    const wanted = [
      ...(isBadge && !isFloating() ? [ofBadge] : []),
      ...(isCompact ? [ofCompact] : []),
      ...(isFloating() ? [ofFloating] : []),
    ]
    root.adoptedStyleSheets = [...(usual ? [usual] : []), ...wanted]
    const needsHelp =
      kind === 'throttled' ||
      kind === 'failed' ||
      kind === 'refused' ||
      (!startsByItself && (kind === 'ready' || kind === 'expired'))
    const isTold =
      kind === 'working' || kind === 'expired' || (kind === 'passed' && performance.now() - passedAt < farewellMs)
    // What has the focus never goes from under it.
    const isNeeded = needsHelp || root.activeElement !== null || (isFloating() && isTold)
    // No class: those are written anew with each drawing, and what is hidden for a moment loses the focus.
    box.toggleAttribute('data-needed', isNeeded)
    rise(isFloating() && isNeeded)
    follow(isFloating() && isNeeded)
  }

  /** Stays beside its button while the page moves, as long as there is something to see. */
  function follow(isSeen: boolean): void {
    if (isSeen && host.isConnected) standBeside()
    else following?.abort()
    if (!isSeen || following?.signal.aborted === false) return
    following = new AbortController()
    const { signal } = following
    document.addEventListener('scroll', () => follow(true), { capture: true, passive: true, signal })
    addEventListener('resize', () => follow(true), { signal })
  }

  /** Above everything else on the page, also where a parent cuts off what stands out; older browsers make do with the order of layers. */
  function rise(isUp: boolean): void {
    if (!('popover' in box)) return
    if (isUp) box.popover = 'manual'
    if (box.popover === null || isUp === box.matches(':popover-open')) return
    if (isUp) box.showPopover()
    else box.hidePopover()
  }

  function standBeside(): void {
    const anchor = (submitButtonOf(formOf()) ?? host).getBoundingClientRect()
    const { left, top } = beside({
      anchor,
      size: { width: box.offsetWidth, height: box.offsetHeight },
      viewport: { width: document.documentElement.clientWidth, height: innerHeight },
      isRightToLeft: getComputedStyle(host).direction === 'rtl',
    })
    box.style.left = `${left}px`
    box.style.top = `${top}px`
  }
}

/** The first one that can be seen. */
function submitButtonOf(form: HTMLFormElement | null): Element | undefined {
  return [...(form?.elements ?? [])].find(
    (element) =>
      (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
      element.type === 'submit' &&
      element.getClientRects().length > 0,
  )
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
