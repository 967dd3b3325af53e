import { mountWidget } from '../core/mount-widget.ts'
import { dataOf, mergeParameters, oneOf, textOf } from '../core/read-parameters.ts'
import { appendField } from '../core/response-field.ts'

type State = 'init' | 'reset' | 'unactivated' | 'requesting' | 'completed' | 'expired' | 'error' | 'destroyed'

/** A widget as the page handles it, by the documented names. */
export interface FriendlyWidget {
  readonly id: string
  start(): void
  reset(): void
  destroy(): void
  getState(): State
  /** The token, or a word that begins with a point and says why there is none. */
  getResponse(): string
  getElement(): HTMLElement
  addEventListener(name: string, listener: (event: Event) => void): void
  removeEventListener(name: string, listener: (event: Event) => void): void
}

/** The documented calls of Friendly Captcha's version 2. */
export interface Frcaptcha {
  /** Makes widgets of the elements, by default of all of the class `frc-captcha`, that are none yet. */
  attach(elements?: HTMLElement | readonly HTMLElement[] | NodeListOf<HTMLElement>): FriendlyWidget[]
  createWidget(options: object): FriendlyWidget
  getAllWidgets(): FriendlyWidget[]
  getWidgetById(id: string): FriendlyWidget | undefined
  clear(): void
}

/** What the field holds while there is no token. */
const words: Readonly<Record<State, string>> = {
  init: '.UNSTARTED',
  unactivated: '.UNSTARTED',
  reset: '.RESET',
  requesting: '.SOLVING',
  completed: '',
  expired: '.EXPIRED',
  error: '.ERROR',
  destroyed: '.DESTROYED',
}

/** `error.code`, for what their documentation has a word for. */
const errorCodes: Readonly<Record<string, string>> = {
  'site-key-unknown': 'sitekey_invalid',
  unavailable: 'network_error',
  offline: 'network_error',
  'widget-unavailable': 'network_error',
}

/** Makes `frcaptcha` for a page; `randomId` gives a part of an id that no other widget of the page has. */
export function createFrcaptcha(origin: string, randomId: () => string): Frcaptcha {
  const widgets = new Map<string, FriendlyWidget>()

  function createWidget(options: object): FriendlyWidget {
    const element = elementOf(options)
    const given = mergeParameters(dataOf(element), options)
    const id = `w_${randomId()}`
    let state: State = 'init'
    const name = textOf(given['formFieldName'] ?? given['form-field-name']) ?? 'frc-captcha-response'
    const field = name ? appendField(element, 'input', { name, id: `${id}_response` }) : undefined

    /** Every change is told first as such, then, where it has one, under a name of its own. */
    function become(next: State, event?: string, error?: object): void {
      state = next
      field?.set(getResponse())
      const detail = { id, state, mode: 'interactive', response: getResponse(), ...(error ? { error } : {}) }
      for (const each of ['statechange', event])
        if (each)
          element.dispatchEvent(
            new CustomEvent(`frc:widget.${each}`, { bubbles: true, detail: { ...detail, name: `frc:widget.${each}` } }),
          )
    }
    const getResponse = () => (state === 'completed' ? widget.token : words[state])

    const start = textOf(given['startMode'] ?? given['start'])
    const widget = mountWidget(
      element,
      origin,
      {
        sitekey: textOf(given['sitekey']),
        theme: oneOf(given['theme'], ['light', 'dark']),
        language: textOf(given['language']) ?? (element.lang || undefined),
        autostart: start === 'none' ? 'off' : start === 'auto' ? 'load' : undefined,
        refresh: 'manual',
      },
      {
        ready: () => state === 'init' && become('unactivated'),
        started: () => become('requesting'),
        throttled() {},
        passed: () => become('completed', 'complete'),
        failed: (code) => become('error', 'error', { code: errorCodes[code] ?? 'other', detail: code }),
        expired: () => become('expired', 'expire'),
      },
    )
    widget.element.addEventListener('bollard-reset', () => state === 'destroyed' || become('reset', 'reset'))
    field?.set(getResponse())
    const handle: FriendlyWidget = {
      id,
      start: () => void widget.start().catch(() => {}),
      reset: () => widget.reset(),
      destroy() {
        if (!widgets.delete(id)) return
        become('destroyed')
        widget.remove()
        field?.remove()
      },
      getState: () => state,
      getResponse,
      getElement: () => element,
      addEventListener: (event, listener) => element.addEventListener(event, listener),
      removeEventListener: (event, listener) => element.removeEventListener(event, listener),
    }
    widgets.set(id, handle)
    Reflect.set(element, 'frcWidget', handle)
    return handle
  }

  return {
    attach(elements = document.querySelectorAll<HTMLElement>('.frc-captcha')) {
      return [...(elements instanceof HTMLElement ? [elements] : elements)]
        .filter((element) => !element.querySelector('bollard-captcha'))
        .map((element) => createWidget({ element }))
    },
    createWidget,
    getAllWidgets: () => [...widgets.values()],
    getWidgetById: (id) => widgets.get(id),
    clear: () => widgets.forEach((widget) => widget.destroy()),
  }
}

function elementOf(options: object): HTMLElement {
  const element: unknown = Reflect.get(options, 'element')
  if (element instanceof HTMLElement) return element
  throw new Error('frcaptcha.createWidget: "element" is not an element')
}
