import { attach, type Captcha, type CaptchaListeners } from './attach.ts'
import { applyAttributes, attributesOf, type CaptchaOptions, optionsOf } from './attributes.ts'
import {
  BollardConfigurationError,
  type BollardOptions,
  type Configuration,
  readConfiguration,
} from './configuration.ts'
import { tag } from './element.ts'
import { loadWidget } from './load-widget.ts'

export interface Bollard {
  /** Loads the widget without showing one, so that it is there sooner. Rejects with a `BollardLoadError`. */
  load(): Promise<void>
  /** Puts a captcha to the end of `container`, an element or a selector. Throws `BollardConfigurationError`. */
  render(container: Element | string, options: CaptchaOptions & CaptchaListeners): Captcha
  /** Makes a captcha of a `<bollard-captcha>` that is in the page, for frameworks that create elements themselves. */
  attach(
    element: HTMLElement,
    options: CaptchaOptions,
    listeners?: CaptchaListeners | (() => CaptchaListeners),
  ): Captcha
  /** Puts a captcha into every element of the class `bollard-captcha` that has none yet, with the options in its `data-` attributes. */
  renderAll(root?: ParentNode): Captcha[]
}

/** Captchas of one installation. Throws `BollardConfigurationError`. Touches no page, so it also works on servers. */
export function createBollard(options: BollardOptions): Bollard {
  const configuration = readConfiguration(options)
  return {
    load: () => loadWidget(configuration),
    render: (container, given) => render(configuration, container, given),
    attach: (element, given, listeners = {}) =>
      attach(configuration, element, given, typeof listeners === 'function' ? listeners : () => listeners),
    renderAll: (root = document) =>
      [...root.querySelectorAll<HTMLElement>(`.${tag}`)]
        .filter((place) => place.localName !== tag && !place.querySelector(tag))
        .flatMap((place) => {
          try {
            return [render(configuration, place, optionsOf(place))]
          } catch (error) {
            // One that can't be rendered doesn't keep the others from it.
            reportError(error)
            return []
          }
        }),
  }
}

function render(
  configuration: Configuration,
  container: Element | string,
  options: CaptchaOptions & CaptchaListeners,
): Captcha {
  const place = find(container)
  if (!place) throw new BollardConfigurationError('container-not-found')
  if (place.querySelector(`:scope > ${tag}`)) throw new BollardConfigurationError('container-used')
  const element = document.createElement(tag)
  // First, so that a wrong option leaves nothing behind.
  applyAttributes(element, attributesOf(configuration.host, options))
  place.append(element)
  return attach(configuration, element, options, () => options)
}

function find(container: Element | string): Element | null {
  if (typeof container !== 'string') return container instanceof Element ? container : null
  try {
    return document.querySelector(container)
  } catch {
    return null
  }
}
