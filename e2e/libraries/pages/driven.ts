/** What a page hands to the test that drives it, as a global called `library`. */
export interface Library {
  /** Puts the component into the page, as often as it is not there. */
  mount(): void
  /** Takes it away, as a router does. */
  unmount(): void
  /** Through the library, never around it. */
  reset?(): void
  execute?(): unknown
  /** The token as the library keeps it. */
  response?(): unknown
}

interface Heard {
  readonly event: string
  readonly details: readonly unknown[]
}

const heard: Heard[] = []

/** Notes what the library told the page. */
export function tell(event: string, ...details: readonly unknown[]): void {
  // Errors and events carry what a test cannot see from outside.
  heard.push({
    event,
    details: details.map((detail) =>
      detail instanceof Error ? detail.message : detail instanceof Event ? detail.type : detail,
    ),
  })
}

/** Hands the library to the test and mounts it. */
export function offer(library: Library): void {
  Object.assign(globalThis, { library: Object.assign({}, library, { heard }) })
  library.mount()
}

/** A value that the test put into the address of the page; empty for none. */
export function given(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? ''
}

/** Where the component goes: a form with a field, as on any page. */
export function place(): HTMLElement {
  const element = document.createElement('div')
  document.querySelector('form')?.prepend(element)
  return element
}
