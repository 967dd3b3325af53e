import { call } from '../core/callback.ts'
import { mountWidget, type Widget } from '../core/mount-widget.ts'
import type { OwnScript } from '../core/own-script.ts'
import { dataOf, mergeParameters, type Parameters, textOf } from '../core/read-parameters.ts'
import { appendField } from '../core/response-field.ts'
import { whenParsed } from '../core/when-parsed.ts'
import { attributesOf } from './attributes-of.ts'

/** The documented calls of reCAPTCHA v2, invisible and v3. */
export interface Grecaptcha {
  ready(callback: () => void): void
  /** Parameters alone are for a widget that has no place of its own, as client libraries for version 3 do it. */
  render(parameters: object): number
  render(container: string | HTMLElement, parameters?: object, inherit?: boolean): number
  reset(id?: number): void
  getResponse(id?: number): string
  execute(id?: number): Promise<void>
  execute(siteKey: string): Promise<string>
  execute(siteKeyOrId: string | number, options: { action?: string }): Promise<string>
}

interface Client {
  readonly container: HTMLElement
  readonly widget: Widget
  /** What it was rendered with; checks that name no action of their own have this one. */
  readonly action: string | undefined
  /** The page waits for promises and not for callbacks, as in version 3. */
  readonly ofKey: boolean
  /** Checks with an action of their own run one after the other. */
  queue: Promise<unknown>
}

/** Ids of widgets that are a world of their own (`isolated`), and of those that `?render=` makes, begin here. */
const firstIsolated = 1_000_000
const firstOfKey = 100_000

/** Makes `grecaptcha` for a page. */
export function createGrecaptcha({ origin, parameters: own }: OwnScript): Grecaptcha {
  const clients = new Map<number, Client>()
  const byKey = new Map<string, number>()
  const language = own.get('hl') ?? undefined
  let fields = 0

  function render(target: string | object, given?: object, inherit = false): number {
    if (isParameters(target)) return render(makePlace(), target)
    const container = typeof target === 'string' ? document.getElementById(target) : target
    if (!(container instanceof HTMLElement)) throw new Error('reCAPTCHA placeholder element must be an element or id')
    for (const client of clients.values())
      if (client.container === container && isIn(client))
        throw new Error('reCAPTCHA has already been rendered in this element')
    const isButton = container.matches('button,input')
    const read = given && !inherit ? mergeParameters({}, given) : mergeParameters(dataOf(container), given)
    const parameters = isButton ? { ...read, size: 'invisible' } : read
    if (!textOf(parameters['sitekey'])) throw new Error('Missing required parameters: sitekey')
    const id = nextId(['', 'true'].includes(textOf(parameters['isolated']) ?? 'false') ? firstIsolated : 0)
    const client = open(container, isButton, parameters)
    clients.set(id, client)
    if (isButton)
      container.addEventListener('click', (event) => {
        event.preventDefault()
        if (isIn(client)) void execute(id)
      })
    return id
  }

  function open(container: HTMLElement, isButton: boolean, parameters: Parameters): Client {
    const place = document.createElement('div')
    // Pages move or hide the badge by this name.
    if (parameters['size'] === 'invisible') place.className = 'grecaptcha-badge'
    if (isButton) container.after(place)
    else container.append(place)
    const number = fields++
    const field = appendField(place, 'textarea', {
      name: 'g-recaptcha-response',
      id: `g-recaptcha-response${number ? `-${number}` : ''}`,
    })
    const rightToLeft =
      getComputedStyle(container.isConnected ? container : document.documentElement).direction === 'rtl'
    const widget = mountWidget(place, origin, attributesOf(parameters, { language, rightToLeft }), {
      started: () => field.set(''),
      passed(token) {
        field.set(token)
        call(parameters['callback'], token)
      },
      throttled: () => void call(parameters['error-callback']),
      failed() {
        field.set('')
        call(parameters['error-callback'])
      },
      expired() {
        field.set('')
        call(parameters['expired-callback'])
      },
    })
    widget.element.addEventListener('bollard-reset', () => field.set(''))
    const action = textOf(parameters['action'])
    return { container, widget, action, ofKey: false, queue: Promise.resolve() }
  }

  function nextId(from: number): number {
    let id = from
    while (clients.has(id)) id++
    return id
  }

  /** The client of an id; without one the first of the page that is still there, or else the first. */
  function clientOf(id: number | undefined): Client {
    if (clients.size === 0) throw new Error('No reCAPTCHA clients exist.')
    const shared = [...clients].filter(([number]) => number < firstIsolated).map(([, client]) => client)
    const client =
      id === undefined
        ? (shared.find(({ widget }) => widget.element.isConnected) ?? shared[0])
        : clients.get(Number(id))
    if (!client) throw new Error(`Invalid reCAPTCHA client id: ${id}`)
    return client
  }

  function execute(id?: number): Promise<void>
  function execute(siteKey: string): Promise<string>
  function execute(siteKeyOrId: string | number, options: { action?: string }): Promise<string>
  function execute(target?: string | number, options?: { action?: string }): Promise<unknown> {
    const client = clientOf(typeof target === 'string' ? idOfKey(target) : target)
    const { widget } = client
    const run =
      options || client.ofKey
        ? (client.queue = client.queue.catch(() => {}).then(() => check(client, options?.action)))
        : (widget.running ? widget.start() : check(client)).then(() => null)
    // Whoever is interested has taken the promise; the others have their callbacks.
    run.catch(() => {})
    return run
  }

  /** The client of a site key that the script's address names. It comes with the first call or with the page, whichever is first. */
  function idOfKey(siteKey: string): number {
    const known = byKey.get(siteKey)
    // Client libraries for single-page applications throw the badge out, and come back for another token.
    if (known !== undefined && clients.get(known)?.container.isConnected) return known
    if (own.get('render') !== siteKey) throw new Error(`Invalid site key or not loaded in api.js: ${siteKey}`)
    const id = nextId(firstOfKey)
    const client = open(makePlace(), false, { sitekey: siteKey, size: 'invisible', badge: own.get('badge') })
    clients.set(id, { ...client, ofKey: true })
    byKey.set(siteKey, id)
    return id
  }

  const key = own.get('render')
  if (key !== null && key !== 'onload' && key !== 'explicit') whenParsed(() => void idOfKey(key))
  return {
    ready: (callback) => whenParsed(() => void call(callback)),
    render,
    reset: (id) => clientOf(id).widget.reset(),
    getResponse: (id) => clientOf(id).widget.token,
    execute,
  }
}

/** Whether a widget still stands where it was put; pages throw them out with their surroundings. */
function isIn({ container, widget: { element } }: Client): boolean {
  return container.contains(element) || element.isConnected
}

/** Whether the page gave `render` no container, but what is to be rendered. */
function isParameters(target: unknown): target is object {
  return typeof target === 'object' && target !== null && !(target instanceof Node) && 'sitekey' in target
}

/** A place for a widget that the page has none for. It stands outside of all that the page has to say. */
function makePlace(): HTMLElement {
  const place = document.createElement('aside')
  document.body.append(place)
  return place
}

/** Every check gives a token of its own, as each counts once. An action counts for the one check that names it. */
function check({ widget, action: rendered }: Client, action: string | null = null): Promise<string> {
  if (widget.token) widget.reset()
  widget.set('action', action ?? rendered)
  return widget.start()
}
