import { call } from '../core/callback.ts'
import { mountWidget, type Widget } from '../core/mount-widget.ts'
import type { OwnScript } from '../core/own-script.ts'
import { dataOf, mergeParameters, type Parameters, textOf } from '../core/read-parameters.ts'
import { appendField, type ResponseField } from '../core/response-field.ts'
import { attributesOf } from './attributes-of.ts'
import { errorCodeOf } from './error-code.ts'

interface Execution {
  readonly async?: boolean | undefined
}

/** What a promise of `execute` gives: the token, and the key of this one check. */
export interface Response {
  readonly response: string
  readonly key: string
}

/** The documented calls of hCaptcha. An id that is left off means the first widget. */
export interface Hcaptcha {
  render(container: string | HTMLElement, parameters?: object): string
  execute(id?: string, options?: Execution): void | Promise<Response>
  execute(options: Execution): void | Promise<Response>
  reset(id?: string): void
  close(id?: string): void
  remove(id?: string): void
  getResponse(id?: string): string
  getRespKey(id?: string): string
  setData(id: string, data: object): void
  setData(data: object): void
}

interface Client {
  readonly container: HTMLElement
  readonly place: HTMLElement
  readonly parameters: Parameters
  readonly widget: Widget
}

/** Makes `hcaptcha` for a page; `randomId` gives a part of an id that no other widget of the page has. */
export function createHcaptcha({ origin, parameters: own }: OwnScript, randomId: () => string): Hcaptcha {
  const clients = new Map<string, Client>()
  const compatible = own.get('recaptchacompat') !== 'off'

  function render(target: string | HTMLElement, given?: object): string {
    const container = typeof target === 'string' ? document.getElementById(target) : target
    if (!(container instanceof HTMLElement)) {
      // As theirs: nothing is thrown.
      console.error(`[hCaptcha] render: invalid container '${String(target)}'.`)
      return ''
    }
    for (const [id, { container: other, widget }] of clients)
      if (other === container && (container.contains(widget.element) || widget.element.isConnected)) {
        console.error('Only one captcha is permitted per parent container.')
        return id
      }
    const isButton = container.matches('button,input')
    const parameters: Parameters = {
      ...mergeParameters(dataOf(container), given),
      ...(isButton ? { size: 'invisible' } : {}),
    }
    if (!textOf(parameters['sitekey']))
      throw new Error('Missing sitekey: https://docs.hcaptcha.com/configuration#javascript-api')
    const id = `${clients.size}${randomId()}`
    clients.set(id, open(id, container, isButton, parameters))
    if (isButton) {
      container.setAttribute('data-hcaptcha-widget-id', id)
      container.addEventListener('click', (event) => {
        event.preventDefault()
        if (clients.has(id)) void execute(id)
      })
    }
    return id
  }

  function open(id: string, container: HTMLElement, isButton: boolean, parameters: Parameters): Client {
    const place = document.createElement('div')
    if (isButton) container.after(place)
    else container.append(place)
    const names = compatible ? ['g-recaptcha-response', 'h-captcha-response'] : ['h-captcha-response']
    const fields: ResponseField[] = names.map((name) => appendField(place, 'textarea', { name, id: `${name}-${id}` }))
    const show = (token: string) => {
      for (const field of fields) field.set(token)
      widget.set('data-hcaptcha-response', token)
    }
    const widget = mountWidget(
      place,
      origin,
      {
        ...attributesOf(parameters, own.get('hl') ?? undefined),
        'data-hcaptcha-widget-id': id,
        'data-hcaptcha-response': '',
      },
      {
        started() {
          show('')
          call(parameters['open-callback'])
        },
        passed(token) {
          show(token)
          call(parameters['callback'], token)
        },
        throttled: () => void call(parameters['error-callback'], errorCodeOf('throttled')),
        failed(code) {
          show('')
          if (code === 'challenge-expired') call(parameters['chalexpired-callback'])
          else call(parameters['error-callback'], errorCodeOf(code))
        },
        expired() {
          show('')
          call(parameters['expired-callback'])
        },
      },
    )
    widget.element.addEventListener('bollard-reset', () => show(''))
    return { container, place, parameters, widget }
  }

  function clientOf(id: string | undefined): Client {
    const client = id
      ? clients.get(id)
      : ([...clients.values()].find(({ widget }) => widget.element.isConnected) ?? [...clients.values()][0])
    if (!client) throw new Error(id ? `Invalid hCaptcha id: ${id}` : 'No hCaptcha exists.')
    return client
  }

  function execute(target?: string | Execution, given?: Execution): void | Promise<Response> {
    const [id, options] = typeof target === 'object' ? [undefined, target] : [target, given]
    if (options?.async !== true) return void check(clientOf(id).widget).catch(() => {})
    // Those who await it learn of everything by the promise, wrong ids included.
    if (id ? !clients.has(id) : clients.size === 0) return rejected(id ? 'invalid-captcha-id' : 'missing-captcha')
    const { widget } = clientOf(id)
    return check(widget).then(
      (response) => ({ response, key: widget.verificationId }),
      (failure: unknown) =>
        rejected(failure instanceof Error && 'code' in failure ? errorCodeOf(String(failure.code)) : 'internal-error'),
    )
  }

  function close(id?: string): void {
    const { parameters, widget } = clientOf(id)
    if (!widget.running) return
    widget.reset()
    call(parameters['close-callback'])
  }

  function remove(id?: string): void {
    const client = clientOf(id)
    for (const [key, other] of clients) if (other === client) clients.delete(key)
    client.widget.remove()
    client.place.remove()
  }

  function setData(target: string | object, given?: object): void {
    const [id, data]: [string | undefined, unknown] = typeof target === 'object' ? [undefined, target] : [target, given]
    if (typeof data !== 'object' || data === null) throw new Error('[hCaptcha] invalid data supplied')
    // What it may hold (`rqdata`, numbers for MFA) belongs to services that we do not have.
    clientOf(id)
  }

  return {
    render,
    execute,
    reset: (id) => clientOf(id).widget.reset(),
    close,
    remove,
    getResponse: (id) => clientOf(id).widget.token,
    getRespKey: (id) => clientOf(id).widget.verificationId,
    setData,
  }
}

/** Theirs rejects with the bare code, and pages compare it. */
function rejected(code: string): Promise<never> {
  // oxlint-disable-next-line prefer-promise-reject-errors
  return Promise.reject(code)
}

/** Joins the check that runs; a token that is there may be spent, so that another one is fetched. */
function check(widget: Widget): Promise<string> {
  if (!widget.running && widget.token) widget.reset()
  return widget.start()
}
