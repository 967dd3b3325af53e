import { call, throwLater } from '../core/callback.ts'
import { type Attributes, mountWidget, type Widget } from '../core/mount-widget.ts'
import { type Parameters, textOf } from '../core/read-parameters.ts'
import type { ResponseField } from '../core/response-field.ts'
import { turnstileCodeOf } from './error-code.ts'
import { TurnstileError, type TurnstileParameters } from './read-turnstile-parameters.ts'

/** Published test keys that name a kind of widget, not only an outcome. */
const interactiveKey = /^3x0+FF$/u
const invisibleKey = /^[12]x0+BB$/u
/** How long a box waits for its press before it says that nobody came, in milliseconds. */
const interactionMs = 300_000
/** A visitor who was refused so often in a row is not checked again without being asked. */
const refusalsMax = 3

export interface TurnstileWidget {
  readonly widget: Widget
  readonly expired: boolean
  /** Starts a check; where the visitor has to press the box, it is shown and waits. */
  begin(): void
  /** Gives the callback the token that is there. */
  repeat(): void
  /** Back to how it was rendered. */
  reset(): void
  remove(): void
  /** Callbacks, and what goes with the next check. */
  change(given: Parameters): void
}

interface Mounting {
  readonly place: Element
  readonly origin: string
  readonly parameters: TurnstileParameters
  readonly fields: readonly ResponseField[]
}

/** Puts a widget into the page that behaves as the parameters of `turnstile.render` say. */
export function mountTurnstile({ place, origin, parameters, fields }: Mounting): TurnstileWidget {
  const interactive = interactiveKey.test(parameters.sitekey)
  let { given } = parameters
  let expired = false
  let waitsForPress = false
  let refusals = 0
  let timer = 0
  let resetting = false

  const widget = mountWidget(place, origin, attributesOf(parameters, interactive), {
    ready() {
      if (interactive && parameters.execution === 'render') begin()
    },
    started() {
      hold('')
      expired = false
      leaveInteraction()
      if (parameters.appearance === 'execute') show()
    },
    passed(token) {
      refusals = 0
      expired = false
      hold(token)
      call(given['callback'], token, false)
    },
    throttled() {
      show()
      // Nothing is retried from here: the check continues by itself, whatever the page answers.
      call(given['error-callback'], turnstileCodeOf('throttled').code)
    },
    failed,
    expired(token) {
      expired = true
      hold('')
      call(given['expired-callback'], token)
      if (parameters.refreshExpired === 'manual') enterInteraction()
    },
  })
  widget.element.addEventListener('bollard-reset', () => {
    // The form was reset, or the page has come back from the history.
    if (!resetting) reset()
  })

  function failed(code: string): void {
    hold('')
    if (parameters.appearance !== 'always') show()
    if (code === 'unsupported' && given['unsupported-callback']) return void call(given['unsupported-callback'])
    if (code === 'challenge-expired' && parameters.refreshTimeout !== 'auto')
      return void call(given['timeout-callback'])
    if (code === 'challenge-expired') call(given['timeout-callback'])
    else tellError(turnstileCodeOf(code).code)
    if (code === 'refused' && ++refusals > refusalsMax) return
    if (parameters.retry === 'auto' && turnstileCodeOf(code).retry) wait(retry, parameters.retryMs)
  }

  /** As documented: true from the callback says that all is done; without a callback the page gets an exception. */
  function tellError(code: string): void {
    const callback = given['error-callback']
    if (!callback) throwLater(new TurnstileError(`Error: ${code}.`))
    else if (!call(callback, code)) console.warn(`[Turnstile] Error: ${code}.`)
  }

  function retry(): void {
    // Nobody looks at it now.
    if (document.hidden) wait(retry, parameters.retryMs)
    else if (!widget.running && !widget.token) start()
  }

  function start(): void {
    widget.start().catch(() => {})
  }

  function begin(): void {
    if (interactive) enterInteraction()
    else start()
  }

  function enterInteraction(): void {
    if (waitsForPress) return
    waitsForPress = true
    call(given['before-interactive-callback'])
    show()
    wait(() => {
      call(given['timeout-callback'])
      if (parameters.refreshTimeout !== 'auto') return
      leaveInteraction()
      enterInteraction()
    }, interactionMs)
  }

  function leaveInteraction(): void {
    clearTimeout(timer)
    if (!waitsForPress) return
    waitsForPress = false
    call(given['after-interactive-callback'])
  }

  function reset(): void {
    clearTimeout(timer)
    expired = false
    waitsForPress = false
    refusals = 0
    hold('')
    resetting = true
    widget.reset()
    resetting = false
    if (parameters.appearance !== 'always') widget.set('invisible', '')
    if (parameters.execution === 'render') begin()
  }

  function wait(task: () => void, ms: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(task, ms)
  }

  function show(): void {
    if (parameters.appearance !== 'always') widget.set('invisible', 'off')
  }

  function hold(token: string): void {
    for (const field of fields) field.set(token)
  }

  return {
    widget,
    get expired() {
      return expired
    },
    begin,
    repeat: () => void call(given['callback'], widget.token, false),
    reset,
    remove() {
      clearTimeout(timer)
      widget.remove()
    },
    change(next) {
      given = { ...given, ...next }
      if (typeof given['action'] === 'string') widget.set('action', given['action'])
      if (typeof given['cData'] === 'string') widget.set('cdata', given['cData'])
    },
  }
}

function attributesOf(parameters: TurnstileParameters, interactive: boolean): Attributes {
  const invisible = parameters.size === 'invisible' || invisibleKey.test(parameters.sitekey)
  return {
    sitekey: parameters.sitekey,
    action: parameters.action,
    cdata: textOf(parameters.given['cData']),
    theme: parameters.theme === 'auto' ? undefined : parameters.theme,
    size: parameters.size === 'invisible' ? undefined : parameters.size,
    language: parameters.language === 'auto' ? undefined : parameters.language,
    tabindex: parameters.tabindex,
    autostart: parameters.execution === 'render' && !interactive ? 'load' : 'off',
    refresh: parameters.refreshExpired,
    ...(invisible || parameters.appearance !== 'always' ? { invisible: '', badge: 'hidden' } : {}),
  }
}
