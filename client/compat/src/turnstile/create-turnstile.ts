import { call, functionOf } from '../core/callback.ts'
import type { OwnScript } from '../core/own-script.ts'
import { mergeParameters } from '../core/read-parameters.ts'
import { appendField } from '../core/response-field.ts'
import { renderMarked } from '../core/start-page.ts'
import { whenParsed } from '../core/when-parsed.ts'
import { readTurnstileParameters, shortText, TurnstileError } from './read-turnstile-parameters.ts'
import { mountTurnstile, type TurnstileWidget } from './turnstile-widget.ts'

type Target = string | HTMLElement

/** The documented calls of Turnstile. A widget is named by its id, its container, or a selector of that. */
export interface Turnstile {
  ready(callback: () => void): void
  render(container: Target, parameters?: object): string | undefined
  execute(target: Target, parameters?: object): void
  reset(target?: Target): void
  remove(target?: Target): void
  getResponse(target?: Target): string | undefined
  isExpired(target?: Target): boolean
  implicitRender(): void
}

interface Client {
  readonly container: HTMLElement
  readonly place: HTMLElement
  readonly turnstile: TurnstileWidget
  /** What it was rendered with. */
  readonly given: Readonly<Record<string, unknown>>
}

/** What `execute` may not change any more. */
const fixed = [
  'sitekey',
  'theme',
  'size',
  'language',
  'appearance',
  'execution',
  'retry',
  'retry-interval',
  'refresh-expired',
  'refresh-timeout',
  'response-field',
  'response-field-name',
  'tabindex',
]

/** Makes `turnstile` for a page; `randomId` gives a part of an id that no other widget of the page has. */
export function createTurnstile({ origin, parameters: own, late }: OwnScript, randomId: () => string): Turnstile {
  const clients = new Map<string, Client>()
  const compatible = own.get('compat')?.toLowerCase() === 'recaptcha'

  function render(target: Target, given?: object): string | undefined {
    const container = containerOf(target)
    if ([...clients.values()].some(({ place }) => container.contains(place))) {
      console.warn('[Turnstile] A widget has already been rendered in this container. The attempt was rejected.')
      return undefined
    }
    const parameters = readTurnstileParameters(container, given)
    const id = `cf-chl-widget-${randomId()}`
    const place = document.createElement('div')
    const names = [
      parameters.fieldName && { name: parameters.fieldName, id: `${id}_response` },
      compatible && { name: 'g-recaptcha-response', id: `${id}_g_response` },
    ]
    const fields = names
      .filter((name) => name !== undefined && name !== false && name !== '')
      .map((name) => appendField(place, 'input', name))
    container.append(place)
    clients.set(id, {
      container,
      place,
      turnstile: mountTurnstile({ place, origin, parameters, fields }),
      given: parameters.given,
    })
    return id
  }

  /** The id of a widget that is named by its id, by its container or by a selector of that. */
  function idOf(target: unknown): string | undefined {
    if (typeof target === 'string' && clients.has(target)) return target
    const element = typeof target === 'string' ? findBySelector(target) : target instanceof Element ? target : null
    return [...clients].find(([, { place }]) => element?.contains(place))?.[0]
  }

  function find(target: unknown, otherwise: 'first' | 'last'): [string, Client] | undefined {
    const id = target === undefined ? [...clients.keys()].at(otherwise === 'first' ? 0 : -1) : idOf(target)
    const client = id === undefined ? undefined : clients.get(id)
    return id !== undefined && client ? [id, client] : undefined
  }

  function get(target: unknown, otherwise: 'first' | 'last'): Client {
    const found = find(target, otherwise)
    if (!found) throw new TurnstileError('Could not find a widget for the provided container')
    return found[1]
  }

  function execute(target: Target, given?: object): void {
    const found = find(target, 'first')?.[1]
    const client = found ?? get(render(target, { execution: 'execute', ...given }), 'first')
    if (found && given) change(found, given)
    const { widget } = client.turnstile
    if (widget.running) {
      if (found) console.warn('[Turnstile] execute() on a widget that is already executing; consider reset() before.')
      return
    }
    if (!widget.token) return client.turnstile.begin()
    console.warn(
      '[Turnstile] execute() on a widget that was already executed gives the previous token; consider reset() before.',
    )
    client.turnstile.repeat()
  }

  function change({ turnstile, given: before }: Client, given: object): void {
    const next = mergeParameters({}, given)
    const changed = fixed.filter((name) => name in next && next[name] !== before[name])
    if (changed.length > 0)
      throw new TurnstileError(`The parameters ${changed.join(', ')} cannot be changed between render() and execute()`)
    shortText(next, 'action', 32)
    shortText(next, 'cData', 255)
    turnstile.change(next)
  }

  function remove(target?: Target): void {
    const found = find(target, 'first')
    if (!found) return console.warn('[Turnstile] Nothing to remove found for the provided container.')
    const [id, { place, turnstile }] = found
    clients.delete(id)
    turnstile.remove()
    place.remove()
  }

  function implicitRender(): void {
    renderMarked(compatible ? ['cf-turnstile', 'g-recaptcha'] : ['cf-turnstile'], (element) => void render(element))
  }

  return {
    ready(callback) {
      if (!functionOf(callback)) throw new TurnstileError('turnstile.ready() expects a function')
      // Theirs throws. A page that gets here has waited for the script, so that nothing is broken yet.
      if (late)
        console.warn(
          '[Turnstile] turnstile.ready() breaks when it is called before a script with async or defer has come; use ?onload= instead.',
        )
      whenParsed(() => void call(callback))
    },
    render,
    execute,
    reset(target) {
      get(target, 'first').turnstile.reset()
    },
    remove,
    getResponse: (target) => get(target, 'last').turnstile.widget.token || undefined,
    isExpired: (target) => get(target, 'last').turnstile.expired,
    implicitRender,
  }
}

function findBySelector(selector: string): Element | null {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}

function containerOf(target: unknown): HTMLElement {
  const found = typeof target === 'string' ? findBySelector(target) : target
  if (found instanceof HTMLElement) return found
  throw new TurnstileError(
    typeof target === 'string'
      ? `Unable to find a container for "${target}"`
      : 'Invalid type for "container", expected a selector or an element',
  )
}
