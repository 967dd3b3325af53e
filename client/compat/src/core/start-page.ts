import { call, functionOf } from './callback.ts'
import type { OwnScript } from './own-script.ts'
import { whenParsed } from './when-parsed.ts'

interface PageStart {
  readonly script: OwnScript
  /** Whether elements that the page has marked become widgets by themselves. */
  readonly implicit: boolean
  readonly classes: readonly string[]
  /** Renders one of them. */
  readonly render: (element: HTMLElement) => void
}

/** What every such script does by itself: it renders what the page has marked, then calls the function that its address names. */
export function startPage({ script: { parameters }, implicit, classes, render }: PageStart): void {
  whenParsed(() => {
    if (implicit) renderMarked(classes, render)
    callOnload(parameters.get('onload'))
  })
}

/** Renders all elements of these classes that are not rendered yet; one that cannot be does not keep the others from it. */
export function renderMarked(classes: readonly string[], render: (element: HTMLElement) => void): void {
  for (const element of document.querySelectorAll<HTMLElement>(classes.map((name) => `.${name}`).join()))
    if (
      !element.querySelector('bollard-captcha') &&
      !element.nextElementSibling?.querySelector(':scope > bollard-captcha')
    )
      call(render, element)
}

function callOnload(name: string | null): void {
  if (!name || functionOf(name)) return void call(name)
  // Scripts of the page that come after ours may still define it.
  setTimeout(
    () => (functionOf(name) ? call(name) : console.warn(`The function "${name}" that ?onload= names is not there.`)),
    1_000,
  )
}
