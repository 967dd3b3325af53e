import type { DOMWindow } from 'jsdom'

/** What the widget asks of a browser beyond what test set-ups lend, so that it really runs. */
export function lendWhatWidgetsNeed(window: DOMWindow): void {
  class StyleSheet {
    replaceSync(): void {}
    replace(): Promise<this> {
      return Promise.resolve(this)
    }
  }
  const lacking = {
    CSSStyleSheet: StyleSheet,
    IntersectionObserver: Silent,
    ResizeObserver: Silent,
    AbortSignal,
    AbortController,
    WebAssembly,
    requestIdleCallback: (run: () => void) => setTimeout(run, 1),
    __import: (path: string) => importInto(window, path),
  }
  Object.assign(window, lacking)
  for (const root of [window.Document.prototype, window.ShadowRoot.prototype])
    Object.defineProperty(root, 'adoptedStyleSheets', { value: [], writable: true, configurable: true })
  const { attachInternals } = window.HTMLElement.prototype
  window.HTMLElement.prototype.attachInternals = function attach(this: HTMLElement) {
    const element = this
    const internals = attachInternals.call(element)
    const field = window.document.createElement('input')
    field.type = 'hidden'
    const lent = {
      setFormValue(value: string | null) {
        field.name = element.getAttribute('name') ?? 'bollard-response'
        field.value = value ?? ''
        if (value === null) field.remove()
        else element.closest('form')?.append(field)
      },
      setValidity() {},
      checkValidity: () => true,
      reportValidity: () => true,
      states: new Set(),
    }
    for (const [name, value] of Object.entries(lent)) Object.defineProperty(internals, name, { value })
    Object.defineProperty(internals, 'form', { get: () => element.closest('form') })
    return internals
  }
}

/** The checks that the emulator would fail at once are answered as Chrome on a desktop would. */
export function disguise(window: DOMWindow): void {
  const box = { x: 480, y: 300, left: 480, top: 300, right: 780, bottom: 340, width: 300, height: 40 }
  const { prototype } = window.Element
  prototype.getBoundingClientRect = () => ({ ...box, toJSON: () => box })
  for (const name of ['offsetWidth', 'clientWidth', 'scrollWidth'])
    for (const owner of [window.HTMLElement.prototype, prototype])
      Object.defineProperty(owner, name, { get: () => box.width, configurable: true })
  for (const name of ['offsetHeight', 'clientHeight', 'scrollHeight'])
    for (const owner of [window.HTMLElement.prototype, prototype])
      Object.defineProperty(owner, name, { get: () => box.height, configurable: true })
  const values = {
    innerWidth: 1280,
    innerHeight: 720,
    outerWidth: 1280,
    outerHeight: 808,
    screenX: 40,
    screenY: 40,
    chrome: { runtime: {}, app: {}, csi: () => ({}), loadTimes: () => ({}) },
    Notification: class {
      static readonly permission = 'default'
    },
    Worker: Silent,
  }
  for (const [name, value] of Object.entries(values)) Object.defineProperty(window, name, { value, configurable: true })
  const screen = { width: 1920, height: 1080, availWidth: 1920, availHeight: 1040, colorDepth: 24, pixelDepth: 24 }
  for (const [name, value] of Object.entries(screen))
    Object.defineProperty(window.screen, name, { value, configurable: true })
  const navigator = { webdriver: false, vendor: 'Google Inc.', platform: 'Linux x86_64', hardwareConcurrency: 8 }
  for (const [name, value] of Object.entries(navigator))
    Object.defineProperty(window.Navigator.prototype, name, { get: () => value, configurable: true })
}

/** A module that imports nothing, as a function that returns what it exports; `import()` in it comes back here. */
export function asFunction(source: string, address: string): string {
  const body = source
    .replaceAll('import.meta.url', JSON.stringify(address))
    .replaceAll(/\bimport\(/gu, '__import(')
    .replace(/export\s*\{([^}]*)\};?\s*$/u, (_, list: string) => {
      const names = list.split(',').map((entry) => entry.trim().split(/\s+as\s+/u))
      return `;return {${names.map(([local, outside]) => `${outside ?? local}:${local}`).join(',')}}`
    })
  return `(() => {${body}\n})()`
}

async function importInto(window: DOMWindow, path: string): Promise<unknown> {
  const address = new URL(path, window.location.href).href
  return window.eval(asFunction(await (await fetch(address)).text(), address))
}

/** Observes and does nothing. */
class Silent {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  postMessage(): void {}
  terminate(): void {}
  addEventListener(): void {}
}
